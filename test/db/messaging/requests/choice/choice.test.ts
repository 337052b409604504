// Which number is the hottest by what the database knows: nothing of another tenant or mode counts, and
// what is locked and read holds while others do the same.
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { readPhoneSends } from '#src/messaging/requests/choice/rank.ts'
import { suppress, unsuppress } from '#src/messaging/phones/suppressions.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import {
  acme,
  brazilian,
  createWithPhones,
  e164Of,
  keepRecord,
  keepUse,
  type Past,
  rank,
  underLock,
} from '#test/support/messaging/phones.ts'
import { moveClock } from '#test/support/transactions.ts'
import { test } from '#test/db/fixture.ts'

const day = 24 * 60 * 60_000
const ring = openKeyring(createKeyring())
const sealer = createSealer(ring)
const [cpf, ...cpfs] = ['71428793860', '83615029712', '59270641830', '52998224725'] as const

/** Numbers that no other test uses. */
let used = 0
const newNumbers = (count: number) => Array.from({ length: count }, () => (used += 1))

const create = (db: Db, lasts: readonly number[], asked?: { owner?: Owner; document?: string }) =>
  createWithPhones(
    db,
    sealer,
    lasts.map((last) => brazilian(last)),
    asked,
  )

async function sourcesOf(db: Db, by: Sealer, id: string, channel?: 'sms' | 'whatsapp') {
  const { ranked } = await rank(db, by, id, channel)
  return ranked.map(({ candidate }) => candidate.source)
}

const termsOf = async (db: Db, sealer: Sealer, id: string, channel?: 'sms' | 'whatsapp') => {
  const { ranked } = await rank(db, sealer, id, channel)
  return ranked.map(({ heat }) => heat.terms)
}

test('of numbers that show nothing the first is hottest, in the order of the transaction', async ({
  db,
}) => {
  const id = await create(db, newNumbers(3))
  const { ranked, none } = await rank(db, sealer, id)
  expect(none).toBe(false)
  expect(ranked.map(({ heat }) => [heat.source, heat.heat])).toEqual([
    ['phone', 11],
    ['phones[0]', 9.8],
    ['phones[1]', 8.6],
  ])
})

test('a transaction without a mobile number has none', async ({ db }) => {
  const landline = { countryCode: 55, areaCode: 11, number: 32654321 }
  for (const numbers of [[], [landline], [landline, landline]]) {
    const id = await createWithPhones(db, sealer, numbers)
    expect(await rank(db, sealer, id)).toEqual({ ranked: [], none: true, stopped: [] })
  }
})

test('a number that answered for this document is hotter than those before it', async ({ db }) => {
  const [a = 0, b = 0, c = 0] = newNumbers(3)
  const before = await create(db, [c])
  await keepRecord(db, sealer, before, { tried: [{ e164: e164Of(c) }], agoMs: day, replied: true })
  const id = await create(db, [a, b, c])
  expect(await sourcesOf(db, sealer, id)).toEqual(['phones[1]', 'phone', 'phones[0]'])
  const other = await create(db, [a, b, c], { document: cpf })
  const [, , terms] = (await rank(db, sealer, other)).ranked.map(({ heat }) => heat.terms)
  expect(await termsOf(db, sealer, other)).toContainEqual(
    expect.objectContaining({ reply: 0, delivered: 0.99 }),
  )
  expect(terms?.reply).toBe(0)
})

test('a number counts as the same with and without its ninth digit', async ({ db }) => {
  const [a = 0, b = 0] = newNumbers(2)
  const before = await create(db, [b])
  const without = `+5511${80_000_000 + b}`
  await keepRecord(db, sealer, before, { tried: [{ e164: without }], agoMs: 0, replied: true })
  const id = await create(db, [a, b])
  expect(await sourcesOf(db, sealer, id)).toEqual(['phones[0]', 'phone'])
})

test('a receipt counts on its channel alone, and makes WhatsApp known there', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  const before = await create(db, [a])
  const past: Past = {
    challengeKind: 'whatsapp-2fa',
    tried: [{ e164: e164Of(a) }],
    agoMs: 0,
    read: true,
  }
  await keepRecord(db, sealer, before, past)
  const id = await create(db, [a], { document: cpf })
  expect(await termsOf(db, sealer, id, 'sms')).toMatchObject([{ delivered: 0, channel: 0 }])
  expect(await termsOf(db, sealer, id, 'whatsapp')).toMatchObject([{ delivered: 1, channel: 1 }])
})

test('a failure of the number cools it for 7 days, a failure of the account does not', async ({
  db,
}) => {
  const [a = 0, b = 0, c = 0] = newNumbers(3)
  const before = await create(db, [a, b, c])
  const fail = (last: number, failureClass: 'recipient-transient' | 'account', ago: number) =>
    keepRecord(db, sealer, before, {
      tried: [{ e164: e164Of(last), failedAgoMs: ago, failureClass }],
      agoMs: ago + 1000,
      delivered: true,
    })
  await fail(a, 'recipient-transient', day)
  await fail(a, 'recipient-transient', 2 * day)
  await fail(b, 'recipient-transient', 8 * day)
  await fail(c, 'account', day)
  const id = await create(db, [a, b, c])
  expect(await sourcesOf(db, sealer, id)).toEqual(['phones[1]', 'phones[0]', 'phone'])
  expect(await termsOf(db, sealer, id)).toMatchObject([
    { failure: 0, delivered: 0.99 },
    { failure: 0, delivered: 0 },
    { failure: 1, delivered: 0 },
  ])
})

test('what came of a record counts for the last number that it went to', async ({ db }) => {
  const [a = 0, b = 0] = newNumbers(2)
  const before = await create(db, [a, b])
  const failed = { failedAgoMs: 1000, failureClass: 'recipient' } as const
  const tried = [{ e164: e164Of(a), ...failed }, { e164: e164Of(b) }]
  await keepRecord(db, sealer, before, { tried, agoMs: 2000, replied: true })
  const id = await create(db, [a, b])
  expect(await termsOf(db, sealer, id)).toMatchObject([
    { reply: 1, delivered: 1, failure: 0 },
    { reply: 0, delivered: 0, failure: 0.5 },
  ])
})

test('times of a transaction whose clock was moved count as wall times', async ({ db }) => {
  const [a = 0] = newNumbers(1)
  const before = await create(db, [a])
  await moveClock(db, before, 300 * day)
  const tried = [{ e164: e164Of(a) }]
  await keepRecord(db, sealer, before, { tried, agoMs: 90 * day, replied: true })
  const id = await create(db, [a])
  expect(await termsOf(db, sealer, id)).toMatchObject([{ reply: 0.5, delivered: 0.5 }])
})

test('another transaction of the document warms a number, its own does not', async ({ db }) => {
  const [a = 0, b = 0] = newNumbers(2)
  const before = await create(db, [b])
  await keepUse({ db, sealer }, before, e164Of(b), 90 * day)
  const id = await create(db, [a, b])
  await keepUse({ db, sealer }, id, e164Of(a), 0)
  expect(await termsOf(db, sealer, id)).toMatchObject([{ use: 0.5 }, { use: 0 }])
})

test('a number that three documents named in 30 days gets colder', async ({ db }) => {
  const [a = 0, b = 0] = newNumbers(2)
  for (const [index, document] of [cpf, ...cpfs.slice(0, 2)].entries()) {
    const before = await create(db, [a], { document })
    await keepUse({ db, sealer }, before, e164Of(a), index * day)
    await keepUse({ db, sealer }, before, e164Of(b), (index + 31) * day)
  }
  const id = await create(db, [a, b])
  expect(await termsOf(db, sealer, id)).toMatchObject([{ shared: 0 }, { shared: 0.67 }])
})

test('evidence of another tenant or mode never counts', async ({ db }) => {
  const [a = 0, b = 0] = newNumbers(2)
  const others = [
    { tenant: 'beta', mode: 'sandbox' },
    { tenant: 'acme', mode: 'live' },
    { tenant: 'beta', mode: 'live' },
  ] as const
  const id = await create(db, [a, b])
  const untouched = await termsOf(db, sealer, id)
  for (const owner of others)
    for (const document of [cpf, ...cpfs]) {
      const theirs = await create(db, [b, a], { owner, document })
      const tried = [{ e164: e164Of(b) }]
      await keepRecord(db, sealer, theirs, { tried, agoMs: 0, delivered: true, replied: true })
      const failed = { failedAgoMs: 0, failureClass: 'recipient-transient' } as const
      const failing = [{ e164: e164Of(a), ...failed }]
      await keepRecord(db, sealer, theirs, { tried: failing, agoMs: 0 })
      await keepUse({ db, sealer }, theirs, e164Of(a), 0)
      await db.transaction((tx) =>
        suppress(
          tx,
          owner,
          { channel: 'sms', hash: hashPhone(sealer, owner, e164Of(a)) },
          { reason: 'opt-out', until: null },
        ),
      )
    }
  expect(await termsOf(db, sealer, id)).toEqual(untouched)
  const sends = await underLock(db, id, (tx, { wallNow }) =>
    readPhoneSends(tx, hashPhone(sealer, acme, e164Of(b)), wallNow),
  )
  expect(sends).toEqual([])
})

test('evidence outlives a rotation of the hash key', async ({ db }) => {
  const keys = new Map([...ring.hash.keys, [ring.hash.current + 1, Buffer.alloc(32, 7)]])
  const newer = createSealer({ ...ring, hash: { current: ring.hash.current + 1, keys } })
  const [a = 0, b = 0] = newNumbers(2)
  const before = await create(db, [b])
  await keepRecord(db, sealer, before, { tried: [{ e164: e164Of(b) }], agoMs: 0, replied: true })
  await keepUse({ db, sealer }, before, e164Of(b), 0)
  const id = await create(db, [a, b])
  const { ranked } = await rank(db, newer, id)
  expect(ranked[0]?.heat).toMatchObject({ source: 'phones[0]', terms: { reply: 1, use: 1 } })
  const hash = hashPhone(newer, acme, e164Of(b))
  await db.transaction((tx) =>
    suppress(
      tx,
      acme,
      { channel: 'sms', hash: hashPhone(sealer, acme, e164Of(b)) },
      { reason: 'opt-out', until: null },
    ),
  )
  expect(await sourcesOf(db, newer, id)).toEqual(['phone'])
  expect(
    await underLock(db, id, (tx, { wallNow }) => readPhoneSends(tx, hash, wallNow)),
  ).toHaveLength(1)
  await db.transaction((tx) => unsuppress(tx, acme, { channel: 'sms', hash }))
  expect(await sourcesOf(db, newer, id)).toHaveLength(2)
})
