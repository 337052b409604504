// Measures reads while retention deletes a hundred thousand rows, and while as many old events are deleted.
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/main/local/note.ts'
import type { Client } from '#test/load/client.ts'
import { createLatencies, type Latencies } from '#test/load/drive.ts'
import { type Measure, toRanks } from '#test/load/bench/measure.ts'
import { openMeasuredFleet, settle, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'
import type { Stage } from '#test/load/stage.ts'

/** The number of erased transactions, each with its own row, its submission, and three journal entries. */
const erased = 20_000
const events = 100_000
const aloneSeconds = 15
const pauseMs = 8

export const retention: Measure = {
  name: 'retention',
  against: 'the same reads with nothing beside them, on the same rows',
  aims: { 'retention-read-p99': 1.5, 'retention-events-read-p99': 1.5 },
  limitSeconds: 400,
  async run(stage) {
    await using service = await startService(stage)
    const ids: string[] = []
    for (let made = 0; made < 200; made += 1) ids.push((await createTransaction(service.client)).id)
    await settle(stage)
    note('rows are made …')
    await makeErased(stage)
    await makeEvents(stage)
    await stage.sql`vacuum analyze`
    const read = (until: Promise<unknown>) => readUntil(service.client, ids, until)
    await read(wait(3_000)) // warms up
    const before = await read(wait(aloneSeconds * 1_000))

    await using fleet = openMeasuredFleet(stage)
    const retaining = await fleet.start('src/main/commands/retain.ts', async () => true)
    const beside = await describe('retention', () => read(retaining.exited))
    await expectNone(
      stage,
      `select count(*)::int as left from transaction where erased_at is not null`,
    )

    // A worker deletes old events at its start, and every ten minutes.
    await service.startWorker()
    const gone = untilGone(stage)
    const besideEvents = await describe('old events', () => read(gone))
    const after = await read(wait(aloneSeconds * 1_000))

    const alone = [...(before.get('read') ?? []), ...(after.get('read') ?? [])]
    const baseline: Latencies = new Map([['read', alone]])
    return [
      ...toLines('retention-read', beside, baseline),
      ...toLines('retention-events-read', besideEvents, baseline),
    ]
  },
}

/** Reads a transaction and its timeline, one after the other, until `until` is settled. */
async function readUntil(
  client: Client,
  ids: readonly string[],
  until: Promise<unknown>,
): Promise<Latencies> {
  const { latencies, clock } = createLatencies()
  let isOver = false
  until.finally(() => (isOver = true)).catch(() => undefined)
  for (let turn = 0; !isOver; turn += 1) {
    const path = `/v1/transaction/${ids[turn % ids.length]}${turn % 2 === 0 ? '' : '/timeline'}`
    await clock('read', () => client.call('GET', path, 200))
    await wait(pauseMs)
  }
  await until
  return latencies
}

async function describe(what: string, run: () => Promise<Latencies>): Promise<Latencies> {
  const begun = performance.now()
  const latencies = await run()
  const seconds = (performance.now() - begun) / 1_000
  note(`${what}: ${seconds.toFixed(0)} s, ${latencies.get('read')?.length} reads beside it`)
  return latencies
}

const toLines = (name: string, beside: Latencies, alone: Latencies) =>
  toRanks((rank) => `${name}-${rank}`, beside.get('read') ?? [], alone.get('read') ?? [])

async function makeErased({ sql }: Stage): Promise<void> {
  await sql`
    with made as (
      insert into transaction (id, tenant, mode, document_type, sweep_at, last_seq, seen_seq, erased_at)
      select ('01900000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
        'old', 'live', 'cpf', 'infinity', 3, 3, now() - interval '40 days'
      from generate_series(1, ${erased}) n returning id
    ), stored as (
      insert into submission (id, tenant, mode, client, created_at, fields, key_id)
      select id, 'old', 'live', 'app', now() - interval '50 days', repeat('x', 400)::bytea, 'k' from made
    )
    insert into journal (transaction_id, seq, at, kind)
    select id, seq, now() - interval '50 days', 'transaction-created'
    from made, generate_series(1, 3) seq`
}

async function makeEvents({ sql }: Stage): Promise<void> {
  await sql`
    insert into event (id, tx, tenant, mode, type, transaction_id, seq, at, data)
    select ('01900000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
      1, 'old', 'live', 'pack.completed', gen_random_uuid(), 1, now() - interval '40 days',
      '{"pack": "basic", "version": 1, "status": "completed"}'
    from generate_series(1, ${events}) n`
}

async function untilGone(stage: Stage): Promise<void> {
  const deadline = Date.now() + 400_000
  while (Date.now() < deadline) {
    const [found] =
      await stage.sql`select exists (select from event where tenant = 'old') as is_left`
    if (!found?.['is_left']) return
    await wait(500)
  }
  throw new Error('old events are still there')
}

async function expectNone({ sql }: Stage, query: string): Promise<void> {
  const [found] = await sql.unsafe<{ left: number }[]>(query)
  if (found?.left !== 0) throw new Error(`${found?.left} rows were left`)
}
