// What is counted across transactions: within a window, a tenant and a mode, and not after an erasure.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { lockById } from '#src/journey/transaction/store.ts'
import type { Sighting } from '#src/journey/velocity/sighting.ts'
import { countSightings, forgetOldSightings, recordSightings } from '#src/journey/velocity/store.ts'
import { newId } from '#src/platform/ids.ts'
import { test } from '#test/db/fixture.ts'

const file = createKeyring()
const sealer = createSealer(openKeyring(file))
const acme: Owner = { tenant: 'acme', mode: 'live' }
const hour = 3_600_000

const device = (value: string): Sighting => ({ kind: 'device', value })
const document = (value: string): Sighting => ({ kind: 'document', value })

/** A transaction that has shown these values so long ago. */
async function see(
  db: Db,
  seen: readonly Sighting[],
  {
    owner = acme,
    agoMs = 0,
    by = sealer,
    parentId,
  }: { owner?: Owner; agoMs?: number; by?: typeof sealer; parentId?: string } = {},
): Promise<string> {
  const fields = {
    documentType: 'cpf',
    document: '52998224725',
    verifiedEmail: false,
    type: 1,
  } as const
  return db.transaction(async (tx) => {
    const child = parentId === undefined ? {} : { child: { id: newId(), parentId } }
    const locked = await createTransaction(tx, by, { ...owner, client: 'app', ...child }, fields)
    const wallNow = new Date(Date.now() - agoMs)
    await recordSightings({ tx, sealer: by, locked: { ...locked, wallNow } }, seen)
    return locked.id
  })
}

const now = (owner: Owner) => ({ ...owner, wallNow: new Date() })

test('different values, transactions and attempts are counted in one query, in order', async ({
  db,
}) => {
  await see(db, [device('a'), document('1')])
  await see(db, [device('a'), document('2')])
  const id = await see(db, [device('a'), document('2')])
  await db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (locked) await recordSightings({ tx, sealer, locked }, [device('a')])
  })
  const of = device('a')
  const counts = await countSightings(db, sealer, now(acme), [
    { of, count: 'document', withinMs: hour },
    { of, count: 'transactions', withinMs: hour },
    { of, count: 'attempts', withinMs: hour },
    { of: document('2'), count: 'device', withinMs: hour },
    { of: device('unseen'), count: 'attempts', withinMs: hour },
    { of: device('unseen'), count: 'document', own: ['9'], withinMs: hour },
  ])
  expect(counts).toEqual([2, 3, 4, 1, 0, 1])
})

test('nothing of another tenant, another mode or before the window counts', async ({ db }) => {
  const of = device('b')
  await see(db, [of, document('1')])
  await see(db, [of, document('2')], { agoMs: 2 * hour })
  await see(db, [of, document('3')], { owner: { tenant: 'other', mode: 'live' } })
  await see(db, [of, document('4')], { owner: { tenant: 'acme', mode: 'sandbox' } })
  const count = (withinMs: number) =>
    countSightings(db, sealer, now(acme), [{ of, count: 'document', withinMs }])
  expect(await count(hour)).toEqual([1])
  expect(await count(3 * hour)).toEqual([2])
})

test("one's own value counts once, and is found, when the hash key was changed", async ({ db }) => {
  const keys = { ...file.hash.keys, 2: createKeyring().hash.keys['1'] ?? '' }
  const rotated = createSealer(openKeyring({ ...file, hash: { current: 2, keys } }))
  const of = device('c')
  await see(db, [of, document('1')])
  await see(db, [of, document('1')], { by: rotated })
  const ask = [{ of, count: 'document', own: ['1'], withinMs: hour }] as const
  expect(await countSightings(db, rotated, now(acme), ask)).toEqual([1])
})

test('an erasure takes its sightings along, and age all others', async ({ db }) => {
  const of = device('d')
  const id = await see(db, [of])
  await see(db, [of], { agoMs: 401 * 24 * hour })
  const count = async () => {
    const [row] = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from sighting
      where hash = decode(${sealer.hash('sighting', 'acme', 'live', 'device', 'd').toString('hex')}, 'hex')`)
    return row?.n
  }
  expect(await count()).toBe(2)
  await db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (locked) await eraseTransaction(tx, locked)
  })
  expect(await count()).toBe(1)
  expect(await forgetOldSightings(db)).toBe(1)
  expect(await count()).toBe(0)
})

test('children of one transaction make no sightings of each other, and for others they count as one', async ({
  db,
}) => {
  const shared = device('family-phone')
  const parentId = await see(db, [document('family-firm')])
  const [first, second] = [
    await see(db, [shared, document('child-1')], { parentId }),
    await see(db, [shared, document('child-2')], { parentId }),
    await see(db, [shared, document('child-3')], { parentId }),
  ]
  const counted = (id: string) =>
    countSightings(db, sealer, { ...now(acme), id }, [
      { of: shared, count: 'document', withinMs: hour },
      { of: shared, count: 'transactions', withinMs: hour },
      { of: shared, count: 'attempts', withinMs: hour },
    ])
  expect(await counted(first)).toEqual([1, 1, 1])
  expect(await counted(parentId)).toEqual([0, 0, 0])
  await db.transaction(async (tx) => {
    const locked = await lockById(tx, second)
    if (locked) await recordSightings({ tx, sealer, locked }, [shared])
  })
  // What a child does again counts for itself.
  expect(await counted(second)).toEqual([1, 1, 2])
  const stranger = await see(db, [shared, document('stranger')])
  expect(await counted(stranger)).toEqual([2, 2, 2])
  expect(await counted(first)).toEqual([2, 2, 2])
})
