// Measures a backlog of a million events for a server that is down: its effect on another tenant, and the rate of
// delivery after the server’s return.
import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { type Receiver, startReceiver } from '#test/support/servers/receiver.ts'
import { addressOf } from '#test/load/people.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part } from './part.ts'

const [batches, each] = [10, 100_000]
const looks = 60
const windowSeconds = 30
/** The limit of the other tenant’s time from the creation to the webhook. */
const slowestMs = 3_000
const leastPerSecond = 100

export const backlog: Part = {
  name: 'backlog',
  proves:
    'a server that was away for a million events delays nobody, and gets them when it is back',
  async run(say) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const receiver = parts.use(await startReceiver())
    const fleet = stage.openFleet({ WEBHOOK_PRIVATE_HOSTS: receiver.host })
    const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
    const [away, near] = ['away', 'near'].map((tenant) =>
      createCaller(api.url, { tenant, scope: 'webhooks:write transactions:write' }),
    ) as [Caller, Caller]
    receiver.paths.set('/away', { status: 500 })
    for (const [caller, path] of [
      [away, '/away'],
      [near, '/near'],
    ] as const)
      await caller.send('POST', '/v1/webhooks', { url: receiver.url(path) })
    const before = await waitsOf(near, receiver)

    const sql = postgres(stage.database.url, { max: 1, onnotice() {} })
    parts.defer(() => sql.end())
    for (let made = 0; made < batches; made += 1) await makeEvents(sql)
    const beside = await waitsOf(near, receiver)
    const [waiting] = await sql<{ count: number }[]>`
      select count(*)::int as count from webhook_delivery where status = 'pending'`
    say(`${batches * each} events wait for a server that answers 500; ${waiting?.count} of them are deliveries`) // prettier-ignore
    hold(Number(waiting?.count) <= 1_200, 'more deliveries wait than one endpoint may have')

    const failed = receiver.bodies('/away').length
    receiver.paths.set('/away', { status: 204 })
    await insist(120, async () =>
      hold(receiver.received.length > failed + 500, 'nothing comes to a server that is back'),
    )
    const from = receiver.received.length
    await sleep(windowSeconds * 1_000)
    const got = receiver.received.slice(from).map(({ headers }) => headers['webhook-id'])
    const perSecond = got.length / windowSeconds
    const during = await waitsOf(near, receiver)
    say(`once it is back: ${perSecond.toFixed(0)} a second by one worker, a million in ${(1e6 / perSecond / 60).toFixed(0)} minutes`) // prettier-ignore
    hold(new Set(got).size === got.length, 'an event came twice')
    for (const [when, waits] of Object.entries({
      before,
      'while it is away': beside,
      'while it catches up': during,
    }))
      // prettier-ignore
      say(`another tenant, ${when}: p50 ${waits.at(looks / 2)} ms, slowest ${waits.at(-1)} ms`)
    hold(Math.max(...beside, ...during) < slowestMs, 'another tenant waits')
    hold(perSecond >= leastPerSecond, `${perSecond.toFixed(0)} a second are too few`)
  },
}

/** The sorted times from creations to their webhooks. */
async function waitsOf(caller: Caller, receiver: Receiver): Promise<number[]> {
  const waits: number[] = []
  for (let look = 0; look < looks; look += 1) {
    const begun = performance.now()
    const id = await caller.create(addressOf())
    while (!receiver.received.at(-1)?.body.includes(id)) {
      if (receiver.received.slice(-500).some(({ body }) => body.includes(id))) break
      await sleep(5)
    }
    waits.push(Math.round(performance.now() - begun))
    await sleep(50)
  }
  return waits.toSorted((one, other) => one - other)
}

/** Inserts the events in one commit, with the values that separate commits would give them. */
const makeEvents = (sql: Sql) => sql`
  insert into event (id, tx, tenant, mode, type, transaction_id, seq, at, data)
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
      || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
    pg_current_xact_id()::text::bigint, 'away', 'sandbox', 'pack.completed', gen_random_uuid(), 1, now(),
    '{"pack": "basic", "version": 1, "status": "completed"}'
  from generate_series(1, ${each})`
