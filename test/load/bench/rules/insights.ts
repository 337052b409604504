// Insights: derived in this process beside a loop over their bare rules, and served as they were stored.
import {
  catalogue,
  deriveInsights,
  withEveryGroup,
} from '#src/risk/insights/catalogue/catalogue.ts'
import { describeOwn } from '#src/risk/insights/facts.ts'
import { describeFields } from '#src/journey/transaction/facts.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { createBare, keepBareInsights } from '#test/load/bench/bare/statements.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { drive, alternate } from '#test/load/drive.ts'
import { type Measure, paired, toResult } from '#test/load/bench/measure.ts'
import { openMeasuredFleet, serve, settle, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'

const callers = 20
/** Many short turns: what else the machine does falls on both. */
const rounds = 21
const readsPerRound = 1_000
const rows = 50
const derivedPerRound = 20_000

export const insights: Measure = {
  name: 'insights',
  against:
    'a loop over the bare rules; a bare Hono and postgres.js handler: the same rows and credential check, nothing sealed',
  aims: { insights: 0.85, 'insights-stored': 0.75 },
  async run(stage) {
    const derived = await measureDerived()
    await using service = await startService(stage)
    await using bareFleet = openMeasuredFleet(stage)
    const handler = await serve(bareFleet, 'test/load/bench/bare/reads.ts')
    const bareClient = await createClient(handler.url)
    const count = Array.from({ length: rows })
    const created = await Promise.all(count.map(() => createTransaction(service.client)))
    const ids = created.map(({ id }) => id)
    const paths = ids.map((id) => `/v1/transaction/${id}/insights`)
    for (const path of paths) await service.client.call('GET', path, 200)
    // Their look-ups end meanwhile; what is read then is what follows from them.
    await settle(stage)
    const stored = await Promise.all(paths.map((path) => service.client.call('GET', path, 200)))
    const bareIds = await Promise.all(count.map(() => createBare(stage.sql, makePerson())))
    for (const [index, id] of bareIds.entries())
      await keepBareInsights(stage.sql, id, stored[index] ?? [])
    await settle(stage)
    // What is read is stored: the worker has nothing to do but to close its workflows, in the middle of a turn.
    await service.worker.end()

    const ours: number[] = []
    const bare: number[] = []
    const rate = (client: Client, of: readonly string[], into: number[]) => async () => {
      let next = 0
      const read = async () => {
        await client.call('GET', `/v1/transaction/${of[next++ % of.length]}/insights`, 200)
      }
      into.push(readsPerRound / (await drive(callers, readsPerRound, read)))
    }
    await alternate(4, rate(service.client, ids, []), rate(bareClient, bareIds, []))
    await alternate(rounds, rate(service.client, ids, ours), rate(bareClient, bareIds, bare))
    const line = { ...paired(ours, bare), unit: 'reads/s' }
    return [derived, toResult({ name: 'insights-stored', ...line, higherIsBetter: true })]
  },
}

/** Of the same facts: what is derived as the service shows it, and the rules alone. */
async function measureDerived() {
  const fields = CreateTransaction.parse(makePerson())
  const now = new Date()
  const own = describeFields(fields, now)
  const more = describeOwn(fields, now)
  const facts = { ...more, document: { ...own.document, ...more.document }, age: own.age }
  const asked = withEveryGroup(facts)
  const ours: number[] = []
  const bare: number[] = []
  const rate = (derive: () => number, into: number[]) => async () => {
    const begun = performance.now()
    let found = 0
    for (let round = 0; round < derivedPerRound; round += 1) found += derive()
    into.push((found / (performance.now() - begun)) * 1_000)
  }
  const derive = () => deriveInsights(facts).length
  const loop = () => {
    let found = 0
    for (const { applies } of catalogue) if (applies(asked) === true) found += 1
    return found
  }
  await alternate(2, rate(derive, []), rate(loop, []))
  await alternate(rounds, rate(derive, ours), rate(loop, bare))
  const line = { ...paired(ours, bare), unit: 'insights/s' }
  return toResult({ name: 'insights', ...line, higherIsBetter: true })
}
