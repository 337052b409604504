import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { isUnavailable, sqlState } from '#src/platform/db/errors.ts'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { startDatabaseProxy } from '#test/support/servers/proxy.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

function open(url: string, poolSize: number, limits: { waitMs?: number; silenceMs?: number } = {}) {
  const database = openDatabase(url, 'pools', poolSize, limits)
  onTestFinished(() => database.close())
  return database
}

/** A transaction that keeps its connection until it is told to end. */
function hold(db: Db, statement = sql`select 1`) {
  const begun = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = db.transaction(async (tx) => {
    await tx.execute(statement)
    begun.resolve()
    await promise
  })
  done.catch(begun.reject)
  return { begun: begun.promise, end: resolve, done }
}

/** Until the lock of that number is free, however busy the machine. */
const waitFor = (lock: number) =>
  sql`select set_config('lock_timeout', '9s', true), pg_advisory_xact_lock_shared(${lock}::bigint)`

async function timed(work: Promise<unknown>) {
  const startedAt = performance.now()
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { ms: performance.now() - startedAt, error }
}

const readPid = async (db: Db) =>
  (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid

test('a lock is waited for two seconds, and reads and other writes are answered meanwhile', async ({
  url,
}) => {
  const { db, reads } = open(url, 4)
  await db.execute(sql`create table locked (id int primary key, n int)`)
  await db.execute(sql`insert into locked values (1, 0)`)
  const holder = hold(db, sql`select * from locked for update`)
  await holder.begun
  const blocked = [
    timed(db.transaction((tx) => tx.execute(sql`update locked set n = 1`))),
    timed(db.execute(sql`update locked set n = 2`)),
  ]
  let given = 0
  for (const one of blocked) void one.then(() => (given += 1))
  await sleep(50)
  for (let round = 0; round < 10; round += 1) {
    await reads.execute(sql`select n from locked`)
    await db.execute(sql`select 1`)
  }
  expect(given).toBe(0)
  for (const { ms, error } of await Promise.all(blocked)) {
    expect([sqlState(error), isUnavailable(error)]).toEqual(['55P03', true])
    expect(ms).toBeGreaterThan(1_500)
  }
  holder.end()
  await holder.done
})

test('when transactions hold all connections, who comes later is told so in time and reads go on', async ({
  url,
}) => {
  const { db, reads } = open(url, 2, { waitMs: 200 })
  const holders = [hold(db), hold(db)]
  await Promise.all(holders.map((one) => one.begun))
  const refused = await Promise.all([
    timed(db.transaction(async () => 'begun')),
    timed(db.execute(sql`select 1`)),
  ])
  expect(refused.map(({ error }) => isUnavailable(error))).toEqual([true, true])
  expect((await timed(reads.execute(sql`select 1`))).error).toBeUndefined()
  for (const one of holders) one.end()
  await Promise.all(holders.map((one) => one.done))
  expect((await timed(db.execute(sql`select 1`))).error).toBeUndefined()
})

test('the transactions of one tenant leave connections to another', async ({ url }) => {
  const { db } = open(url, 5)
  const greedy = Array.from({ length: 8 }, () => inShareOf('greedy', () => hold(db)))
  await Promise.all(greedy.slice(0, 3).map((one) => one.begun))
  // None of them ends before it is told to.
  await inShareOf('other', () => db.transaction((tx) => tx.execute(sql`select 1`)))
  for (const one of greedy) one.end()
  await Promise.all(greedy.map((one) => one.done))
})

test('the reports of one tenant hold up no read, no report of another and no probe', async ({
  url,
}) => {
  const { db, reads, reports, probe } = open(url, 3)
  const one = sql`select 1`
  const holder = hold(db, sql`select pg_advisory_xact_lock(7)`)
  await holder.begun
  const slow = waitFor(7)
  await Promise.all([
    reads.execute(one),
    probe.execute(one),
    reports.execute(one),
    reports.execute(one),
  ])
  const greedy = Array.from({ length: 12 }, () =>
    timed(inShareOf('greedy', async () => reports.execute(slow))),
  )
  await sleep(50)
  for (let round = 0; round < 3; round += 1) {
    await reads.execute(one)
    await probe.execute(one)
  }
  await inShareOf('other', async () => reports.execute(one))
  holder.end()
  await holder.done
  for (const { error } of await Promise.all(greedy)) expect(error).toBeUndefined()
})

test('a probe is answered while reads and writes have no connection left', async ({ url }) => {
  const { db, reads, probe } = open(url, 1)
  const holder = hold(db, sql`select pg_advisory_xact_lock(8)`)
  await holder.begun
  const reading = Array.from({ length: 8 }, () => reads.execute(waitFor(8)))
  await probe.execute(sql`select 1`)
  holder.end()
  await Promise.all([holder.done, ...reading])
})

test('nothing can be written by the handle for reads', async ({ url }) => {
  const { reads } = open(url, 3)
  const { error } = await timed(reads.execute(sql`create table written (id int)`))
  expect(sqlState(error)).toBe('25006')
})

test('a server that answers nothing any more costs a moment, not a quarter of an hour', async ({
  url,
}) => {
  const proxy = await startDatabaseProxy(url)
  onTestFinished(() => proxy.close())
  const { db, reads } = open(proxy.url, 2, { silenceMs: 600 })
  const holder = hold(db)
  await holder.begun
  await Promise.all([readPid(db), readPid(reads)])

  proxy.swallow(true)
  holder.end()
  const asked = [
    timed(holder.done),
    timed(db.execute(sql`select 1`)),
    timed(reads.execute(sql`select 2`)),
    timed(reads.execute(sql`select 3`)),
  ]
  for (const { ms, error } of await Promise.all(asked)) {
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(2_500)
  }
  proxy.swallow(false)
  expect(await readPid(db)).toBeGreaterThan(0)
  expect(await readPid(reads)).toBeGreaterThan(0)
})

test('a connection that nobody asks anything stays open, and a slow answer is waited for', async ({
  url,
}) => {
  const { db } = open(url, 1, { silenceMs: 1_500 })
  const pid = await readPid(db)
  await sleep(2_000)
  expect(await readPid(db)).toBe(pid)
  await db.execute(sql`select pg_sleep(0.5)`)
  expect(await readPid(db)).toBe(pid)
})
