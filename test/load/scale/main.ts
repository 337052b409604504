// npm run drill -- --only scale [--rates 2,5,10,15,20] [--seconds 15] [--journeys 100] [--only curve,cost,alone]
//   [--json FILE]
// Measures the latencies of journeys up to saturation with open-loop arrivals, the cost of one journey, and the
// capacity of each part alone. docs/scale.md draws the conclusions.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createClient } from '#test/load/client.ts'
import { journey } from '#test/load/journey.ts'
import { openMailbox } from '#test/load/journey.ts'
import { startService, settle } from '#test/load/service.ts'
import { createBareTables } from '#test/load/bench/bare/tables.ts'
import { openStage } from '#test/load/stage.ts'
import { createChance } from '#test/load/chance.ts'
import { measureAlone } from './alone.ts'
import { arrive } from '#test/load/arrivals.ts'
import { measureCost } from './cost.ts'
import { measureCurve } from './curve.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { rates: text, seconds: text, journeys: text, only: text, json: text },
})
const rates = (values.rates ?? '2,5,10,15,20,25').split(',').map(Number)
const seconds = Number(values.seconds ?? 15)
const journeys = Number(values.journeys ?? 100)
const only = values.only?.split(',') ?? ['curve', 'cost', 'alone']
if (![...rates, seconds, journeys].every((one) => one > 0)) throw new Error('numbers above 0')

const say = (line: string) => console.log(line)
/** Far below saturation, so that work is counted and not waiting. */
const quietPerSecond = 3

async function run(): Promise<object> {
  await using stage = await openStage()
  await createBareTables(stage.sql)
  // A journey’s run ends by itself only an hour later; this lets it close within a minute.
  await using service = await startService(stage, { IDLE_CLOSE_SECONDS: '1' })
  const client = await createClient(service.api.url, { maxSockets: 2_000 })
  const traveller = { client, mailbox: openMailbox(stage) }
  const { processes } = service
  const warm = { perSecond: quietPerSecond, seconds: 10, chance: createChance(1, 999) }
  await arrive(warm, (clock) => journey(traveller, clock))
  await settle(stage)

  const cost = only.includes('cost')
    ? await measureCost(stage, processes, async () => {
        const ids: string[] = []
        const chance = createChance(1, 998)
        const plan = { perSecond: quietPerSecond, seconds: journeys / quietPerSecond, chance }
        await arrive(plan, async (clock) => ids.push(await journey(traveller, clock)))
        return ids
      })
    : undefined
  if (cost) say(`cost of a journey: ${JSON.stringify(cost, null, 2)}`)
  const alone = only.includes('alone') ? await measureAlone(stage, client) : undefined
  if (alone) say(`alone, a second: ${JSON.stringify(alone)}`)
  const curve = only.includes('curve')
    ? await measureCurve({
        traveller,
        rates,
        seconds,
        processes,
        settle: () => settle(stage, 120_000),
        say,
      })
    : undefined
  return { cost, alone, curve }
}

try {
  const found = await run()
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(found, null, 2)}\n`)
} catch (error) {
  console.log(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
// Connections of clients may keep the process running after their servers have ended.
process.exit()
