// Measures the effect of a tenant’s legitimate heavy use on another: creations, sends through a vendor that hangs,
// reports.
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/main/local/note.ts'
import { type Carriers, newPhone, startCarriers } from '#test/support/messaging/carriers.ts'
import { type Client, createClient, untilAnswered } from '#test/load/client.ts'
import { createLatencies, drive, type Latencies, p99 } from '#test/load/drive.ts'
import { type Measure, type Result, toResult } from '#test/load/bench/measure.ts'
import { startService } from '#test/load/service.ts'
import { askForToken, createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'

const creations = 1_500
const messages = 800
const readers = 40
const runs = 20_000
/** Long enough for the account’s breaker to open, and for its queue to return. */
const hangingMs = 75_000
const pauseMs = 500

export const neighbours: Measure = {
  name: 'neighbours',
  against: 'what is aimed at, a second and 200 ms, whatever the other tenant does',
  aims: {
    'isolation-creations-arrive-max': 1,
    'isolation-reports-read-p99': 1,
    'isolation-hanging-800-arrive-max': 1,
  },
  limitSeconds: 420,
  async run(stage) {
    const carriers = await startCarriers({ loud: ['first'], quiet: ['second'] })
    await using _ = { [Symbol.asyncDispose]: () => carriers.close() }
    await using service = await startService(stage, carriers.environment)
    const open = (tenant: string, mode: 'live' | 'sandbox') =>
      createClient(service.api.url, { tenant, mode, scope: 'reports:read' })
    const quiet = await open('quiet', 'sandbox')
    const loud = await open('loud', 'sandbox')
    const live = await open('loud', 'live')
    return [
      ...(await besideReports(stage, quiet, loud)),
      ...(await besideCreations(quiet, loud)),
      ...(await besideHanging(await open('quiet', 'live'), live, carriers)),
    ]
  },
}

/** The time until messages of `quiet` arrive while `loud` creates transactions. */
async function besideCreations(quiet: Client, loud: Client): Promise<Result[]> {
  const creating = drive(50, creations, async () => void (await createTransaction(loud)))
  const latencies = await arriveWhile(creating, async () => {
    const { id } = await createTransaction(quiet)
    return async () => {
      await askForToken(quiet, id)
      const path = `/v1/sandbox/messages?transactionId=${id}`
      await untilAnswered('a message', async () => {
        const found = await quiet.call<unknown[]>('GET', path, 200)
        return found.length > 0 || undefined
      })
    }
  })
  return [toArriving('creations', latencies)]
}

/**
 * The same while messages of `loud` go to a vendor that never answers. Both tenants use live mode, because sandbox
 * tasks run after live ones.
 */
async function besideHanging(
  quiet: Client,
  loud: Client,
  { first, second }: Carriers,
): Promise<Result[]> {
  first.behaviour = 'hang-before-taking'
  await drive(20, messages, async () => {
    const { id } = await createTransaction(loud, { ...makePerson(), phone: newPhone() })
    await loud.call('POST', `/v1/transaction/${id}/sms/2fa`, 201)
  })
  const latencies = await arriveWhile(wait(hangingMs), async () => {
    const { id } = await createTransaction(quiet, { ...makePerson(), phone: newPhone() })
    const before = second.requests.length
    return async () => {
      await quiet.call('POST', `/v1/transaction/${id}/sms/2fa`, 201)
      await untilAnswered('a message', async () => second.requests.length > before || undefined)
    }
  })
  note(`${first.requests.length} calls of ${messages} messages hung`)
  return [toArriving('hanging-800', latencies)]
}

/** The time of a read of `quiet` while `loud` reads statistics continuously. */
async function besideReports(stage: Stage, quiet: Client, loud: Client): Promise<Result[]> {
  await keepRuns(stage, 'loud')
  const { id } = await createTransaction(quiet)
  const statuses = new Map<number, number>()
  let isOver = false
  const reading = Array.from({ length: readers }, async () => {
    while (!isOver) {
      const { status } = await loud.send('GET', '/v1/packs/basic/statistics?days=90')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const { latencies, clock } = createLatencies()
  for (let count = 0; count < 200; count++) {
    await clock('read', () => quiet.call('GET', `/v1/transaction/${id}`, 200))
    await wait(20)
  }
  isOver = true
  await Promise.all(reading)
  const said = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  if (!statuses.has(200)) throw new Error(`no report was read: ${said}`)
  note(`reports: ${said}; a read took ${Math.round(p99(latencies, 'read'))} ms at most`)
  const line = { value: p99(latencies, 'read'), baseline: 200, unit: 'ms' }
  return [toResult({ name: 'isolation-reports-read-p99', ...line, higherIsBetter: false })]
}

/** Sends one message after the other until the trouble is over. */
async function arriveWhile(
  trouble: Promise<unknown>,
  prepare: () => Promise<() => Promise<void>>,
): Promise<Latencies> {
  const { latencies, clock } = createLatencies()
  let isOver = false
  const ending = trouble.finally(() => (isOver = true))
  // Awaited below; an earlier failure must not end the process.
  ending.catch(() => undefined)
  do {
    await clock('arrive', await prepare())
    await wait(pauseMs)
  } while (!isOver)
  await ending
  return latencies
}

const toArriving = (name: string, latencies: Latencies): Result => {
  const all = latencies.get('arrive') ?? []
  note(`${name}: ${all.length} messages beside it`)
  const line = { value: Math.max(...all) / 1_000, baseline: 1, unit: 's' }
  return toResult({ name: `isolation-${name}-arrive-max`, ...line, higherIsBetter: false })
}

/** Inserts as many completed runs of a tenant as its statistics read. */
async function keepRuns({ sql }: Stage, tenant: string): Promise<void> {
  await sql`
    with ids as (
      select gen_random_uuid() as id, gen_random_uuid() as run, now() - n * interval '5 s' as at
      from generate_series(1, ${runs}) n
    ), kept as (
      insert into transaction (id, tenant, mode, document_type, sweep_at)
      select id, ${tenant}, 'sandbox', 'cpf', 'infinity' from ids returning id
    ), ran as (
      insert into pack_run
        (id, transaction_id, tenant, mode, owner, name, version, implicit, status, started_at, ended_at)
      select run, kept.id, ${tenant}, 'sandbox', '*', 'basic', 1, true, 'completed', at, at
      from kept join ids on ids.id = kept.id returning id
    )
    insert into pack_module (run_id, step, status, started_at, ended_at)
    select ran.id, 'score', 'completed', at, at from ran join ids on ids.run = ran.id`
  await sql`analyze`
}
