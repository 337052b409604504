// Runs journeys while PostgreSQL is replaced by a copy that is some seconds old. Journeys that the copy knows must
// continue, others must end, and all later requests must succeed.
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { note } from '#src/main/local/note.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { type Workflows, openWorkflows, untilNothingIsLate } from '#test/load/afterwards.ts'
import { createChance } from '#test/load/chance.ts'
import { createCarefulClient } from '#test/load/client.ts'
import { mintToken } from '#test/support/token.ts'
import { type Measure, type Result, toResult } from '#test/load/bench/measure.ts'
import { type Journey, startTravels } from '#test/load/bench/patient.ts'
import type { Stage } from '#test/load/stage.ts'

const travellers = 8
/** The pause between two steps of a journey, so that some journeys are at each step when the server is replaced. */
const stepMs = 700
const aimSeconds = 60

export const failover: Measure = {
  name: 'failover',
  against: `an aim of ${aimSeconds} s, from the copy’s first answer until nothing is late`,
  aims: { 'failover-promoted': 1, 'failover-unnoticed': 1 },
  async run(stage) {
    return [
      await drill(stage, 'failover-promoted', { promoted: true }),
      await drill(stage, 'failover-unnoticed', { promoted: false }),
    ]
  },
}

async function drill(stage: Stage, name: string, how: { promoted: boolean }): Promise<Result> {
  await using parts = new AsyncDisposableStack()
  const database = await startOwnPostgres()
  parts.defer(() => database.close())
  const environment = { IDLE_CLOSE_SECONDS: '3' }
  const fleet = parts.use(stage.openFleet(environment, { databaseUrl: database.url }))
  const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
  const client = createCarefulClient({
    urls: [api.url],
    token: await mintToken(),
    chance: createChance(Date.now(), 0),
    faults: [],
    thereMs: () => performance.now(),
    patienceMs: 120_000,
  })
  const workflows = parts.use(await openWorkflows(stage.temporal.address))

  const load = startTravels(client, travellers, stepMs)
  await wait(6_000)
  const copiedAt = Date.now()
  await database.copy()
  await wait(5_000)
  const lostUntil = Date.now()
  await database.kill()
  await database.replaceByCopy(how)
  const answeredAt = performance.now()
  await wait(10_000)
  const all = await load.end()

  const sql = postgres(database.url, { max: 2, onnotice() {} })
  parts.defer(() => sql.end({ timeout: 2 }))
  await untilNothingIsLate(sql)
  const seconds = (performance.now() - answeredAt) / 1_000
  const known = new Set(
    (await sql<{ id: string }[]>`select id from transaction`).map((row) => row.id),
  )
  await check(workflows, name, { all, known, copiedAt, lostUntil })
  return toResult({ name, value: seconds, baseline: aimSeconds, unit: 's', higherIsBetter: false })
}

type Found = {
  readonly all: readonly Journey[]
  readonly known: ReadonlySet<string>
  readonly copiedAt: number
  readonly lostUntil: number
}

async function check(workflows: Workflows, name: string, found: Found): Promise<void> {
  const { all, known, copiedAt, lostUntil } = found
  const ids = all.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const gone = ids.filter((id) => !known.has(id))
  for (const { id, startedAt, outcome } of all) {
    const mustBeThere = startedAt > lostUntil || startedAt < copiedAt - 2_000
    if (mustBeThere && (id === undefined || !known.has(id) || outcome !== 'done'))
      throw new Error(`a journey that was not lost is ${outcome}`)
  }
  if (gone.length === 0) throw new Error('nothing was lost: the drill has shown nothing')
  const open = await workflows.countOpen(gone)
  await workflows.untilEnded(gone)
  const longest = await workflows.checkLengths(ids)
  const crossed = all.filter(({ startedAt }) => startedAt < lostUntil).length
  note(
    `${name}: ${all.length} journeys, ${crossed} begun before it, ${gone.length} gone (${open} of their workflows waited for an alarm), longest history ${longest}`,
  )
}
