// Numbers under locks: whom nothing is sent to, when a number was sent to, and that many commits that
// want the same numbers in other orders all end.
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { hashPhone, lockHashes } from '#src/messaging/phones/store.ts'
import { rankPhones, readPhoneSends } from '#src/messaging/requests/choice/rank.ts'
import { suppress, unsuppress } from '#src/messaging/phones/suppressions.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import {
  acme,
  brazilian,
  createWithPhones,
  e164Of,
  keepRecord,
  rank,
  underLock,
} from '#test/support/messaging/phones.ts'
import { test } from '#test/db/fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
const sealer = createSealer(openKeyring(createKeyring()))

let used = 0
const newNumbers = (count: number) => Array.from({ length: count }, () => (used += 1))
const live: Owner = { tenant: 'acme', mode: 'live' }
const create = (db: Db, lasts: readonly number[], owner: Owner = acme) =>
  createWithPhones(
    db,
    sealer,
    lasts.map((last) => brazilian(last)),
    { owner },
  )

const hash = (last: number, owner: Owner = acme) => hashPhone(sealer, owner, e164Of(last))
const sourcesOf = async (db: Db, id: string, channel?: Channel) =>
  (await rank(db, sealer, id, channel)).ranked.map(({ candidate }) => candidate.source)

const stop = (
  db: Db,
  last: number,
  [reason, until]: readonly ['opt-out', null] | readonly ['recipient', Date],
  { owner = live, channel = 'sms' }: { owner?: Owner; channel?: Channel } = {},
) =>
  db.transaction((tx) =>
    suppress(tx, owner, { channel, hash: hash(last, owner) }, { reason, until }),
  )

const inDays = (days: number) => new Date(Date.now() + days * day)

test('a suppressed number is left out on its channel, with and without its ninth digit', async ({
  db,
}) => {
  const [a = 0, b = 0] = newNumbers(2)
  const id = await create(db, [a, b])
  await db.transaction((tx) =>
    suppress(
      tx,
      acme,
      { channel: 'sms', hash: hashPhone(sealer, acme, `+5511${80_000_000 + a}`) },
      { reason: 'opt-out', until: null },
    ),
  )
  expect(await sourcesOf(db, id, 'sms')).toEqual(['phones[0]'])
  expect(await sourcesOf(db, id, 'whatsapp')).toEqual(['phone', 'phones[0]'])
})

test('a transaction whose every number is suppressed has none, until one says START', async ({
  db,
}) => {
  const [a = 0, b = 0] = newNumbers(2)
  const id = await create(db, [a, b], live)
  await stop(db, a, ['opt-out', null])
  await stop(db, b, ['recipient', inDays(30)])
  const { ranked, none, stopped } = await rank(db, sealer, id)
  expect([ranked, none]).toEqual([[], true])
  expect(stopped.map(({ reason }) => reason)).toEqual(['opt-out', 'recipient'])
  await db.transaction((tx) => unsuppress(tx, live, { channel: 'sms', hash: hash(a, live) }))
  expect(await sourcesOf(db, id)).toEqual(['phone'])
})

test('a START that is older than the STOP lifts nothing, in whatever order they come', async ({
  db,
}) => {
  const [a = 0] = newNumbers(1)
  const id = await create(db, [a], live)
  const at = (ms: number) => new Date(Date.now() + ms)
  const start = (when: Date) =>
    db.transaction((tx) => unsuppress(tx, live, { channel: 'sms', hash: hash(a, live) }, when))
  await db.transaction((tx) =>
    suppress(
      tx,
      live,
      { channel: 'sms', hash: hash(a, live) },
      { reason: 'opt-out', until: null, at: at(-1_000) },
    ),
  )
  await start(at(-3_000))
  expect(await sourcesOf(db, id)).toEqual([])
  await start(at(0))
  expect(await sourcesOf(db, id)).toEqual(['phone'])
})

test('the sandbox forgets a permanent failure, and keeps an opt-out', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  const id = await create(db, [a])
  await stop(db, a, ['recipient', inDays(30)], { owner: acme })
  expect(await sourcesOf(db, id)).toEqual(['phone'])
  await stop(db, a, ['opt-out', null], { owner: acme })
  await stop(db, a, ['recipient', inDays(30)], { owner: acme })
  expect(await sourcesOf(db, id)).toEqual([])
})

test('a permanent failure holds for 30 days and no longer', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  const id = await create(db, [a], live)
  await stop(db, a, ['recipient', inDays(30)])
  const after = (days: number) =>
    underLock(db, id, async (tx, locked) => {
      const later = { ...locked, wallNow: inDays(days) }
      return rankPhones({ tx, sealer, locked: later }, await readFields(sealer, locked), 'sms')
    })
  expect((await after(29.9)).none).toBe(true)
  expect((await after(30.1)).none).toBe(false)
})

test('who opted out stays so whatever a vendor reports afterwards', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  const id = await create(db, [a], live)
  await stop(db, a, ['recipient', inDays(30)])
  await stop(db, a, ['opt-out', null])
  await stop(db, a, ['recipient', inDays(-1)])
  expect(await sourcesOf(db, id)).toEqual([])
  const rows = await db.execute(
    sql`select reason, until from suppression where phone_hash = ${hash(a, live).current}`,
  )
  expect([...rows]).toEqual([{ reason: 'opt-out', until: null }])
})

test('a second failure holds the longer of both times', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  await stop(db, a, ['recipient', inDays(30)])
  await stop(db, a, ['recipient', inDays(10)])
  const [row] = await db.execute<{ days: string }>(sql`
    select extract(day from until - clock_timestamp()) as days from suppression
    where phone_hash = ${hash(a, live).current}`)
  expect(Number(row?.days)).toBe(29)
})

test('a number was sent to by each record of its own and each that went on to it, once', async ({
  db,
}) => {
  const [a = 0, b = 0] = newNumbers(2)
  const [one, two] = [await create(db, [a, b]), await create(db, [b])]
  const number = { e164: e164Of(b) }
  await keepRecord(db, sealer, one, { tried: [number, number], agoMs: 5 * minute })
  await keepRecord(db, sealer, two, { tried: [number], agoMs: day - minute })
  await keepRecord(db, sealer, two, { tried: [number], agoMs: day + minute })
  await keepRecord(db, sealer, one, { tried: [{ e164: e164Of(a) }, number, number], agoMs: minute })
  await keepRecord(db, sealer, one, { tried: [{ e164: e164Of(a) }, number], agoMs: 2 * day })
  const now = Date.now()
  const sends = await underLock(db, one, (tx, { wallNow }) => readPhoneSends(tx, hash(b), wallNow))
  const minutes = sends.map((at) => Math.round((now - at) / minute))
  expect(minutes.toSorted((x, y) => x - y)).toEqual([1, 5, 24 * 60 - 1])
})

test('eight commits that want the same numbers in eight orders all end', async ({ db }) => {
  const numbers = newNumbers(12)
  const rotated = (by: number) => [...numbers.slice(by), ...numbers.slice(0, by)]
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => create(db, rotated(n))))
  const round = (id: string) =>
    underLock(db, id, async (tx, locked) => {
      const found = await rankPhones(
        { tx, sealer, locked },
        await readFields(sealer, locked),
        'sms',
      )
      await delay(2)
      return found.ranked.length
    })
  for (let n = 0; n < 5; n += 1)
    expect(await Promise.all(ids.map(round))).toEqual(ids.map(() => numbers.length))
})

test('one commit at a time holds a number, and the next sees what it wrote', async ({ db }) => {
  const [a = 0, b = 0] = newNumbers(2)
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, n) => create(db, n % 2 ? [a, b] : [b, a])),
  )
  let inside = 0
  const seen = await Promise.all(
    ids.map((id) =>
      underLock(db, id, async (tx, locked) => {
        await rankPhones({ tx, sealer, locked }, await readFields(sealer, locked), 'sms')
        expect((inside += 1)).toBe(1)
        const sends = await readPhoneSends(tx, hash(a), locked.wallNow)
        await keepRecord(tx, sealer, id, { tried: [{ e164: e164Of(a) }], agoMs: 0 })
        inside -= 1
        return sends.length
      }),
    ),
  )
  expect(seen.toSorted((x, y) => x - y)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('locks of another tenant or mode are others', async ({ db }) => {
  const e164 = e164Of(newNumbers(1)[0] ?? 0)
  const owners = [
    acme,
    { tenant: 'beta', mode: 'sandbox' },
    { tenant: 'acme', mode: 'live' },
  ] as const
  const ids = owners.map((owner) => hashPhone(sealer, owner, e164).lockId)
  expect(new Set(ids).size).toBe(3)
  const wait = async ([first, ...others]: readonly Owner[]): Promise<void> => {
    if (!first) return
    await db.transaction(async (tx) => {
      await lockHashes(tx, [hashPhone(sealer, first, e164)])
      await wait(others)
    })
  }
  await wait(owners)
})

test('of a hundred numbers the first twenty are locked and ranked, in two statements', async ({
  db,
  url,
}) => {
  const id = await create(db, newNumbers(100))
  const database = openDatabase(url, 'counted')
  try {
    await underLock(database.db, id, async (tx, locked) => {
      const fields = await readFields(sealer, locked)
      // Safe because every handle of drizzle has a session, which tells its logger of each statement.
      const { session } = tx._ as unknown as { session: { logger: Logger } }
      const statements = vi.spyOn(session.logger, 'logQuery')
      const { ranked } = await rankPhones({ tx, sealer, locked }, fields, 'sms')
      const sources = ranked.map(({ candidate }) => candidate.source)
      const first = Array.from({ length: 19 }, (_, n) => `phones[${n}]`)
      expect(sources).toEqual(['phone', ...first])
      expect(statements).toHaveBeenCalledTimes(2)
      const locks = sql`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`
      expect([...(await tx.execute(locks))]).toEqual([{ n: 20 }])
    })
  } finally {
    await database.close()
  }
})
