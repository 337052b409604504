// Journeys while the API, the worker, Temporal and PostgreSQL are killed at random and started again, and Temporal is
// frozen for seconds: nothing is lost, nothing happens twice, nobody ends but who was killed, and no run is stuck.
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { freePort } from '#src/main/local/ports.ts'
import { note } from '#src/main/local/note.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { createFleet, type Process } from '#test/support/process.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { openSql, openWorkflows, untilNothingIsLate } from '#test/load/afterwards.ts'
import { createClient } from '#test/load/client.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { type Journey, startTravels } from '#test/load/bench/patient.ts'

const killed = 12
const travellers = 6
const stepMs = 300
const aimSeconds = 60

/** Each kills its process, waits, and starts it again. */
type Victim = { readonly name: string; die(downMs: number): Promise<void> }

export const kills: Measure = {
  name: 'kills',
  against: `an aim of ${aimSeconds} s, from the last start until nothing is late`,
  aims: { kills: 1 },
  limitSeconds: 400,
  async run({ jwtSecret, bundlePath }) {
    await using parts = new AsyncDisposableStack()
    const [database, temporal] = await Promise.all([startOwnPostgres(), startOwnTemporal()])
    parts.defer(async () => void (await Promise.all([database.close(), temporal.close()])))
    const fleet = createFleet({
      databaseUrl: database.url,
      temporalAddress: temporal.address,
      bundlePath,
      environment: { JWT_SECRET: jwtSecret, PORT: String(await freePort()) },
    })
    parts.defer(() => fleet.close())
    const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker({ PORT: '0' })])
    const client = await createClient({ jwtSecret }, api.url)
    /** Who has ended without being killed. */
    const fallen: string[] = []
    const victims = [
      ofProcess('API', fallen, api, () => fleet.startApi()),
      ofProcess('worker', fallen, worker, () => fleet.startWorker({ PORT: '0' })),
      ofServer('Temporal', temporal),
      frozen(temporal),
      ofServer('PostgreSQL', database),
    ]

    const load = startTravels(client, travellers, stepMs)
    await killSome(victims)
    if (fallen.length > 0) throw new Error(`nobody has killed ${fallen.join(', ')}`)
    const startedAt = performance.now()
    const all = await load.end()
    const sql = openSql(database.url)
    parts.defer(() => sql.end({ timeout: 2 }))
    await untilNothingIsLate(sql)
    const seconds = (performance.now() - startedAt) / 1_000
    await checkOnce(sql, all)
    await using workflows = await openWorkflows(temporal.address)
    await workflows.checkProblems()
    const longest = await workflows.checkLengths(all.flatMap(({ id }) => id ?? []))
    note(`kills: ${killed} kills, ${all.length} journeys, longest history ${longest}`)
    return [
      toResult({
        name: 'kills',
        value: seconds,
        baseline: aimSeconds,
        unit: 's',
        higherIsBetter: false,
      }),
    ]
  },
}

async function killSome(victims: readonly Victim[]): Promise<void> {
  for (let count = 0; count < killed; count++) {
    await wait(1_000 + Math.random() * 3_000)
    const victim = victims[Math.floor(Math.random() * victims.length)]
    const downMs = Math.round(Math.random() * 2_000)
    note(`kill ${count + 1}: ${victim?.name}, away for ${downMs} ms`)
    await victim?.die(downMs)
  }
}

function ofProcess(
  name: string,
  fallen: string[],
  first: Process,
  start: () => Promise<Process>,
): Victim {
  let isWanted = false
  let now = first
  const watch = ({ exited }: Process) =>
    void exited.then((exit) => {
      if (!isWanted) fallen.push(`${name} (${JSON.stringify(exit)})`)
    })
  watch(first)
  return {
    name,
    async die(downMs) {
      isWanted = true
      await now.kill()
      await wait(downMs)
      now = await start()
      isWanted = false
      watch(now)
    },
  }
}

function ofServer(name: string, server: OwnPostgres | OwnTemporal): Victim {
  return {
    name,
    async die(downMs) {
      await server.kill()
      await wait(downMs)
      await server.restart()
    },
  }
}

/** For 2 to 8 s, in which workflow tasks time out. */
const frozen = (temporal: OwnTemporal): Victim => ({
  name: 'Temporal, frozen',
  async die(downMs) {
    temporal.freeze()
    await wait(2_000 + 3 * downMs)
    temporal.thaw()
  },
})

/** Every journey has ended, as one transaction with one token, one message and one run. */
async function checkOnce(sql: Sql, all: readonly Journey[]): Promise<void> {
  const undone = all.filter(({ outcome }) => outcome !== 'done')
  if (undone.length > 0) throw new Error(`${undone.length} journeys are not done`)
  const counted = await sql<{ transactions: number; twice: number }[]>`
    select count(*)::int as transactions, count(*) filter (where
        (select count(*) from challenge c where c.transaction_id = t.id) <> 1
        or (select count(*) from sandbox_message m where m.transaction_id = t.id) <> 1
        or (select count(*) from pack_run r where r.transaction_id = t.id) <> 1)::int as twice
    from transaction t`
  const [found] = counted
  if (found?.transactions !== all.length || found.twice > 0)
    throw new Error(`${all.length} journeys are ${JSON.stringify(found)}`)
}
