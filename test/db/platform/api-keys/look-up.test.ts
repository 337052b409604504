// Keys that are none cost the database little, however many come, and no good one waits for them.
import { expect } from 'vitest'
import { makeKey } from '#src/platform/api-keys/key.ts'
import { createKeyFinder } from '#src/platform/api-keys/find.ts'
import { insertKey } from '#src/platform/api-keys/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'

/** Counts the statements that begin, and how many are under way at most. */
function watched(db: Db) {
  const seen = { selects: 0 }
  const reads = new Proxy(db, {
    get(target, name) {
      if (name === 'select') seen.selects += 1
      // Safe because it is handed on as it is.
      return Reflect.get(target, name) as unknown
    },
  })
  return { seen, reads }
}

test('a thousand keys that are none take 17 statements, and a good one among them is found', async ({
  db,
}) => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const owner = { tenant: 'acme', mode: 'sandbox' } as const
  const { key, row } = await insertKey(db, { ...owner, name: 'x', scopes: [], expiresAt })
  const { seen, reads } = watched(db)
  const find = createKeyFinder({ db, reads })
  const unknown = Array.from({ length: 1_000 }, () => find(makeKey()))
  const own = find(key)
  expect(await own).toMatchObject({ ...owner, keyId: row.id })
  expect(new Set(await Promise.all(unknown))).toEqual(new Set([undefined]))
  expect(seen.selects).toBeLessThanOrEqual(17)
})

test('20 000 keys that are none make nobody forget a good one', async ({ db }) => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const owner = { tenant: 'acme', mode: 'sandbox' } as const
  const { key } = await insertKey(db, { ...owner, name: 'x', scopes: [], expiresAt })
  const { seen, reads } = watched(db)
  const find = createKeyFinder({ db, reads })
  await Promise.all(Array.from({ length: 20_000 }, () => find(makeKey())))
  await find(key)
  const before = seen.selects
  await Promise.all(Array.from({ length: 12_000 }, () => find(makeKey())))
  const flooded = seen.selects
  expect(await find(key)).toMatchObject(owner)
  expect([seen.selects - flooded <= 1, flooded - before < 200]).toEqual([true, true])
})
