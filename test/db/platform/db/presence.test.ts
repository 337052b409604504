// Who lives, by locks that PostgreSQL gives back: real sessions, that end, are cut, or come back.
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { createPresence, type Presence } from '#src/platform/db/presence.ts'
import type { Db } from '#src/platform/db/client.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

type Process = AsyncDisposable & { readonly presence: Presence; readonly number: number }

async function live(url: string): Promise<Process> {
  const presence = createPresence(url, 'test-presence')
  await presence.begin()
  const number = presence.current() ?? expect.fail('it does not hold its lock')
  return { presence, number, [Symbol.asyncDispose]: () => presence.end() }
}

const patient = { timeout: 30_000 }

/** Who was not there a moment ago may be believed later: the server of a test has just begun. */
const untilGone = ({ presence }: Process, number: number) =>
  vi.waitFor(async () => expect(await presence.isGone(number)).toBe(true), patient)

async function sessionOf(db: Db, number: number): Promise<number | undefined> {
  const [row] = await db.execute<{ pid: number }>(sql`
    select pid from pg_locks
    where locktype = 'advisory' and objsubid = 2 and objid::bigint = ${number}`)
  return row?.pid
}

/** As a proxy or a pooler does that is started again; resolves when the lock is held by another session. */
async function cut(db: Db, number: number): Promise<void> {
  const before = (await sessionOf(db, number)) ?? expect.fail('nobody holds the lock')
  await db.execute(sql`select pg_terminate_backend(${before})`)
  await vi.waitFor(async () => {
    const now = await sessionOf(db, number)
    expect(now !== undefined && now !== before).toBe(true)
  }, patient)
}

test('who lives is not gone, and is gone when its connection is', async ({ url }) => {
  await using one = await live(url)
  const other = await live(url)
  const told: number[] = []
  one.presence.onGone((number) => void told.push(number))
  expect(await one.presence.isGone(other.number)).toBe(false)
  expect(told).toEqual([])
  await other.presence.end()
  await untilGone(one, other.number)
  await vi.waitFor(() => expect(told).toEqual([other.number]), patient)
})

test('who has just begun knows of the dead whom it has never seen, and never takes itself for one', async ({
  url,
}) => {
  const dead = await live(url)
  await dead.presence.end()
  expect(dead.presence.current()).toBeUndefined()
  await using one = await live(url)
  await untilGone(one, dead.number)
  expect(await one.presence.isGone(one.number)).toBe(false)
})

test('a live process whose connection is cut takes its lock again and was never gone', async ({
  url,
  db,
}) => {
  await using one = await live(url)
  await using other = await live(url)
  const told: number[] = []
  one.presence.onGone((number) => void told.push(number))
  await cut(db, other.number)
  expect(await one.presence.isGone(other.number)).toBe(false)
  expect(told).toEqual([])
  await other.presence.end()
  await untilGone(one, other.number)
  await vi.waitFor(() => expect(told).toEqual([other.number]), patient)
})

test('who has lost its own connection takes nobody for dead until the others had time to come back', async ({
  url,
  db,
}) => {
  const dead = await live(url)
  await dead.presence.end()
  await using one = await live(url)
  await untilGone(one, dead.number)
  await cut(db, one.number)
  expect(await one.presence.isGone(dead.number)).toBe(false)
  await untilGone(one, dead.number)
})

test('with the database away nobody is gone', async () => {
  const presence = createPresence('postgres://nobody@127.0.0.1:1/nothing', 'test-presence')
  await presence.begin()
  expect(presence.current()).toBeUndefined()
  expect(await presence.isGone(7)).toBe(false)
  await presence.end()
})
