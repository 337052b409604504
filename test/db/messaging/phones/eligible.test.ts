// Whether a message could go anywhere, as a reader of an empty list asks.
import { PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { hasEligiblePhone } from '#src/messaging/phones/eligible.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress } from '#src/messaging/phones/suppressions.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { acme, brazilian, createWithPhones, e164Of } from '#test/support/messaging/phones.ts'
import { test } from '#test/db/fixture.ts'

const ring = openKeyring(createKeyring())
const sealer = createSealer(ring)

let used = 0
/** The last digits of so many numbers that no other test has. */
const newNumbers = (count: number) => Array.from({ length: count }, () => (used += 1))

const create = (db: Db, lasts: readonly number[]) =>
  createWithPhones(
    db,
    sealer,
    lasts.map((last) => brazilian(last)),
  )

async function isEligible(db: Db, id: string, using = sealer): Promise<boolean> {
  const found = await findById(db, id)
  if (!found) throw new Error('the transaction is there')
  return hasEligiblePhone({ db, sealer: using }, found, 'sms')
}

const stop = (db: Db, last: number, until: Date | null = null, using = sealer) =>
  suppress(
    db,
    acme,
    { channel: 'sms', hash: hashPhone(using, acme, e164Of(last)) },
    { reason: 'opt-out', until },
  )

test('as long as one number is not stopped, and again once the last stop is over', async ({
  db,
}) => {
  const [a = 0, b = 0, c = 0] = newNumbers(3)
  const id = await create(db, [a, b, c])
  expect(await isEligible(db, id)).toBe(true)
  for (const last of [a, b]) await stop(db, last)
  expect(await isEligible(db, id)).toBe(true)
  await stop(db, c, new Date(Date.now() + 200))
  expect(await isEligible(db, id)).toBe(false)
  await vi.waitFor(async () => expect(await isEligible(db, id)).toBe(true), 30_000)
})

test('a stop of another tenant, mode or channel is none', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  const id = await create(db, [a])
  for (const owner of [
    { ...acme, tenant: 'other' },
    { ...acme, mode: 'live' as const },
  ])
    await suppress(
      db,
      owner,
      { channel: 'sms', hash: hashPhone(sealer, owner, e164Of(a)) },
      { reason: 'opt-out', until: null },
    )
  await suppress(
    db,
    acme,
    { channel: 'whatsapp', hash: hashPhone(sealer, acme, e164Of(a)) },
    { reason: 'opt-out', until: null },
  )
  expect(await isEligible(db, id)).toBe(true)
})

test('a number that is stopped under two hash keys counts once', async ({ db }) => {
  const keys = new Map([...ring.hash.keys, [ring.hash.current + 1, Buffer.alloc(32, 7)]])
  const newer = createSealer({ ...ring, hash: { current: ring.hash.current + 1, keys } })
  const [a = 0, b = 0] = newNumbers(2)
  const id = await create(db, [a, b])
  await stop(db, a)
  await stop(db, a, null, newer)
  expect(await isEligible(db, id, newer)).toBe(true)
  await stop(db, b)
  expect(await isEligible(db, id, newer)).toBe(false)
})

test('one text of its statement however many numbers there are', async ({ db, url }) => {
  const database = openDatabase(url, 'counted')
  try {
    const statements = vi.spyOn(database.db, 'execute')
    for (const count of [1, 7, 100])
      await isEligible(database.db, await create(db, newNumbers(count)))
    const texts = statements.mock.calls.map(
      ([statement]) => new PgDialect().sqlToQuery(statement as SQL).sql,
    )
    expect(texts).toHaveLength(3)
    expect(new Set(texts).size).toBe(1)
  } finally {
    await database.close()
  }
})
