// A creation that is one statement writes what a commit writes, by the database's clock, and loses a race for its key
// without an error. Commands of a database transaction are numbered (`cmin`), so a row tells whether it was one.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { openDatabase } from '#src/platform/db/client.ts'
import type { Db } from '#src/platform/db/client.ts'
import { noteClock } from '#src/platform/db/clock.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createBody } from '#test/support/person.ts'
import { createToken } from '#test/support/transactions.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

/** All that a client may send, without a check that is bought. */
const plain = (): object => ({ ...createBody(), services: undefined })

const create = (app: TestApp, { key = '', body = plain() } = {}) =>
  app.call('POST', '/v1/transaction', { body, ...(key && { headers: { 'idempotency-key': key } }) })

async function createId(app: TestApp, asked: Parameters<typeof create>[1] = {}): Promise<string> {
  const answer = await create(app, asked)
  expect(answer.status).toBe(201)
  return String((await answer.json()).id)
}

async function wasAtOnce(db: Db, id: string): Promise<boolean> {
  const rows = await db.execute<{ cmin: number }>(sql`
    select cmin::text::int from transaction where id = ${id}
    union all select cmin::text::int from journal where transaction_id = ${id}`)
  expect(rows).toHaveLength(2)
  return rows.every(({ cmin }) => cmin === 0)
}

async function askClock(db: Db): Promise<number> {
  const [row] = await db.execute<{ at: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  )
  return row?.at ?? 0
}

/** All that the tables have of a transaction, without its ids, times and ciphertexts. */
async function readAll(db: Db, id: string): Promise<unknown> {
  const owned = {
    transaction: sql`select to_jsonb(t) as row from transaction t where id = ${id}`,
    submission: sql`select to_jsonb(t) as row from submission t where id = ${id}`,
    journal: sql`select to_jsonb(t) as row from journal t where transaction_id = ${id}`,
    event: sql`select to_jsonb(t) as row from event t where transaction_id = ${id}`,
    sighting: sql`select to_jsonb(t) as row from sighting t where transaction_id = ${id} order by kind, hash`,
    first_answer: sql`select to_jsonb(t) as row from first_answer t where transaction_id = ${id}`,
  }
  const own = [
    'id',
    'transaction_id',
    'tx',
    'fields',
    'wrapped_key',
    'key_hash',
    'answer',
    'request_id',
  ]
  const read = Object.entries(owned).map(async ([table, query]) => {
    const rows = await db.execute<{ row: Record<string, unknown> }>(query)
    const shown = rows.map(({ row }) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) =>
          own.includes(name) || name === 'at' || name.endsWith('_at')
            ? [name, value === null || value === 'Infinity' ? value : typeof value]
            : [name, value],
        ),
      ),
    )
    return [table, shown]
  })
  return Object.fromEntries(await Promise.all(read))
}

test('it writes the rows of a commit, with the request, events, sightings and first answer', async ({
  db,
}) => {
  const app = await createTestApp(db)
  // The process has not asked the database for its time yet.
  const byCommit = await createId(app, { key: randomUUID() })
  const atOnce = await createId(app, { key: randomUUID() })
  expect([await wasAtOnce(db, byCommit), await wasAtOnce(db, atOnce)]).toEqual([false, true])
  expect(await readAll(db, atOnce)).toEqual(await readAll(db, byCommit))
  const unkeyed = await createId(app)
  expect(await wasAtOnce(db, unkeyed)).toBe(true)
  expect(await readAll(db, unkeyed)).toEqual({
    ...((await readAll(db, atOnce)) as object),
    first_answer: [],
  })
  expect(app.nudged).toEqual([])
  const answered = await create(app, { key: randomUUID() })
  const [entry] = await db.execute(
    sql`select request_id from journal where transaction_id = ${(await answered.json()).id}`,
  )
  expect(entry?.['request_id']).toBe(answered.headers.get('request-id'))
})

test('no later entry is older than it, and its time is that of its call', async ({ db }) => {
  const app = await createTestApp(db)
  await createId(app)
  for (let round = 0; round < 20; round++) {
    const before = await askClock(db)
    const id = await createId(app)
    expect(await wasAtOnce(db, id)).toBe(true)
    if (round % 5 === 0) await createToken(app, id)
    const [row] = await db.execute<{ sorted: boolean; at: number }>(sql`
      select bool_and(at >= created_at) as sorted,
        (extract(epoch from min(created_at)) * 1000)::float8 as at
      from journal join submission on submission.id = transaction_id where transaction_id = ${id}`)
    expect(row?.sorted).toBe(true)
    expect(row?.at).toBeGreaterThanOrEqual(before - 1_000)
    expect(row?.at).toBeLessThanOrEqual(await askClock(db))
  }
})

test.for([3_600_000, 10_000, -10_000])(
  'a process whose idea of the clock is off by %i ms makes a commit, and knows it again',
  async (ms, { db }) => {
    const app = await createTestApp(db)
    await createId(app)
    noteClock(db, new Date((await askClock(db)) + ms))
    const before = await askClock(db)
    const id = await createId(app)
    expect(await wasAtOnce(db, id)).toBe(false)
    const [row] = await db.execute<{ at: number }>(
      sql`select (extract(epoch from created_at) * 1000)::float8 as at from submission where id = ${id}`,
    )
    expect(row?.at).toBeGreaterThanOrEqual(before)
    expect(row?.at).toBeLessThanOrEqual(await askClock(db))
    expect(await wasAtOnce(db, await createId(app))).toBe(true)
  },
)

test('a creation that orders a check is a commit, and its workflow is begun', async ({ db }) => {
  const app = await createTestApp(db)
  await createId(app)
  const services = { bcheck: ['BasicInfos'] }
  const id = await createId(app, { body: { ...plain(), services } })
  const [row] = await db.execute(sql`select agenda from transaction where id = ${id}`)
  expect(row?.['agenda']).not.toEqual([])
  expect(app.nudged).toHaveLength(1)
})

test('a key is used by one of many callers, and the others have its answer or are told to wait', async ({
  db,
}) => {
  const app = await createTestApp(db)
  await createId(app)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(app, { key })))
  const made = await Promise.all(
    answers.filter(({ status }) => status === 201).map(async (one) => (await one.json()).id),
  )
  expect(new Set(made).size).toBe(1)
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  const again = await create(app, { key })
  expect([again.headers.get('idempotent-replayed'), (await again.json()).id]).toEqual([
    'true',
    made[0],
  ])
  const other = await create(app, { key, body: { ...plain(), name: 'Other' } })
  expect(other.status).toBe(422)
})

test('a first request that is committed between the look at the key and its lock is found all the same', async ({
  db,
  url,
}) => {
  const gate = 4_711
  // Stands before the function of PostgreSQL in this one pool, and waits between the statement's look and the lock.
  await db.execute(
    sql.raw(`
    create schema gate;
    create function gate.pg_try_advisory_xact_lock(bigint) returns boolean language plpgsql as $$ begin
      perform pg_advisory_lock_shared(${gate}); perform pg_advisory_unlock_shared(${gate});
      return pg_catalog.pg_try_advisory_xact_lock($1);
    end $$`),
  )
  const path = encodeURIComponent('-c search_path=gate,pg_catalog,public')
  const gated = openDatabase(`${url}?options=${path}`, 'gated')
  try {
    const app = await createTestApp(db)
    const slow = await createTestApp(gated.db, app.sealer)
    await createId(slow)
    await createId(app)
    const key = randomUUID()
    const opened = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const closing = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${gate})`)
      closed.resolve()
      await opened.promise
    })
    await closed.promise
    const late = create(slow, { key })
    await vi.waitFor(async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity where application_name = 'gated' and wait_event = 'advisory'`)
      expect(waiting).toHaveLength(1)
    })
    const first = await createId(app, { key })
    opened.resolve()
    await closing
    const answer = await late
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect((await answer.json()).id).toBe(first)
  } finally {
    await gated.close()
  }
})
