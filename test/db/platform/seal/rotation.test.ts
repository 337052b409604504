// A new master key wraps every data key anew, beside a service that goes on.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { checkKeyring } from '#src/platform/seal/check.ts'
import { createKeyring, type KeyringFile, openKeyring } from '#src/platform/seal/keys.ts'
import { rotateMasterKey } from '#src/platform/seal/rotate.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { sealKeys } from '#src/platform/seal/table.ts'
import { submissionKeys } from '#src/journey/transaction/keys.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { findById, readFields } from '#src/journey/transaction/store.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const owner = { tenant: 'acme', mode: 'sandbox', client: 'app' } as const
const fields = { documentType: 'cpf', document: '52998224725' } as StoredFields
const holders = [submissionKeys]
const log = { warn: () => undefined }

const old = createKeyring()
const both: KeyringFile = {
  ...old,
  master: { current: 'k2', keys: { ...old.master.keys, k2: randomBytes(32).toString('base64') } },
}
const onlyNew = { ...both, master: { current: 'k2', keys: { k2: both.master.keys['k2'] ?? '' } } }
const sealerOf = (file: KeyringFile) => createSealer(openKeyring(file))

/** An empty database that the old key has sealed this many transactions of, and that knows the new one. */
async function begin(db: Db, count: number): Promise<string[]> {
  await db.delete(submissions)
  await db.delete(transactions)
  await db.delete(sealKeys)
  for (const file of [old, both]) await checkKeyring(db, openKeyring(file), log, holders)
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await db.transaction((tx) => createTransaction(tx, sealerOf(old), owner, fields))
    ids.push(id)
  }
  return ids
}

const rotate = (db: Db) => rotateMasterKey(db, sealerOf(both), openKeyring(both), holders)

const keysOf = async (db: Db) =>
  (await db.selectDistinct({ keyId: submissions.keyId }).from(submissions)).map((row) => row.keyId)

test('every data key is wrapped anew, and opens what it has sealed under the new key alone', async ({
  db,
}) => {
  const ids = await begin(db, 3)
  expect(await rotate(db)).toBe(3)
  expect(await keysOf(db)).toEqual(['k2'])
  await checkKeyring(db, openKeyring(onlyNew), log, holders)
  for (const id of ids) {
    const found = await findById(db, id)
    expect(found && (await readFields(sealerOf(onlyNew), found))).toMatchObject(fields)
  }
})

test('a rotation that was done before finds nothing to do', async ({ db }) => {
  await begin(db, 2)
  expect([await rotate(db), await rotate(db)]).toEqual([2, 0])
})

test('a destroyed key stays destroyed', async ({ db }) => {
  const [gone = '', kept = ''] = await begin(db, 2)
  await db.update(submissions).set({ wrappedKey: null }).where(eq(submissions.id, gone))
  expect(await rotate(db)).toBe(1)
  const rows = await db.select().from(submissions)
  expect(rows.find(({ id }) => id === gone)?.wrappedKey).toBeNull()
  expect(rows.find(({ id }) => id === kept)?.keyId).toBe('k2')
})

test('two rotations at once wrap each key once', async ({ db }) => {
  await begin(db, 6)
  const totals = await Promise.all([rotate(db), rotate(db)])
  expect(totals[0] + totals[1]).toBe(6)
  expect(await keysOf(db)).toEqual(['k2'])
})

test('a row that somebody holds keeps the others from nothing, and is wrapped in the end', async ({
  db,
}) => {
  const [held = ''] = await begin(db, 3)
  const free = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.select().from(submissions).where(eq(submissions.id, held)).for('update')
    isHeld.resolve()
    await free.promise
  })
  await isHeld.promise
  const rotating = rotate(db)
  await expect.poll(() => db.$count(submissions, eq(submissions.keyId, 'k2'))).toBe(2)
  await sleep(150)
  free.resolve()
  await holding
  expect(await rotating).toBe(3)
  expect(await keysOf(db)).toEqual(['k2'])
})

test('a batch is found by its index, however many rows there are', async ({ db, url }) => {
  const [one = ''] = await begin(db, 1)
  await db.execute(sql`
    with narrow as (
      insert into transaction (id, tenant, mode, document_type, sweep_at)
      select gen_random_uuid(), 'acme', 'sandbox', 'cpf', 'infinity' from generate_series(1, 20000)
      returning id
    )
    insert into submission (id, tenant, mode, client, created_at, fields, key_id, wrapped_key)
    select narrow.id, 'acme', 'sandbox', 'app', now(), fields, 'k2', wrapped_key
    from narrow, submission where submission.id = ${one}`)
  await db.execute(sql`analyze submission`)
  const plans = await explainAll(url, rotate)
  const asked = plans.filter(({ query }) => query.includes('"submission"'))
  expect(asked.length).toBeGreaterThan(3)
  for (const { scanned } of asked) expect(scanned).toEqual([])
  const batch = asked.find(({ query }) => query.includes('skip locked'))
  expect(batch?.indexes).toEqual(['submission_key'])
})
