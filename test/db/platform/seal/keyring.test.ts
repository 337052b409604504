// At start: a wrong or missing key is one clear sentence, and nothing is written.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test as plain } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { checkKeyring } from '#src/platform/seal/check.ts'
import {
  createKeyring,
  type KeyringFile,
  openKeyring,
  readKeyring,
} from '#src/platform/seal/keys.ts'
import { SealError } from '#src/platform/seal/errors.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { sealKeys } from '#src/platform/seal/table.ts'
import { submissionKeys } from '#src/journey/transaction/keys.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import { test } from '#test/db/fixture.ts'

const fields = { documentType: 'cpf', document: '52998224725' } as StoredFields
const fresh = () => randomBytes(32).toString('base64')
const holders = [submissionKeys]

/** Resolves to what the log was warned of. */
async function check(db: Db, file: KeyringFile): Promise<unknown[]> {
  const warned: unknown[] = []
  const log = { warn: (...said: unknown[]) => void warned.push(said) }
  await checkKeyring(db, openKeyring(file), log, holders)
  return warned
}

const readKeys = (db: Db) => db.select().from(sealKeys).orderBy(sealKeys.kind, sealKeys.id)

/** A keyring, and the database as its first start leaves it. */
async function begin(db: Db): Promise<KeyringFile> {
  await db.delete(sealKeys)
  const file = createKeyring()
  await check(db, file)
  return file
}

test('the first start remembers the keys, and every later one finds them', async ({ db }) => {
  const file = await begin(db)
  const keys = await readKeys(db)
  expect(keys.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['hash 1', 'master k1'])
  await check(db, file)
  await check(db, file)
  expect(await readKeys(db)).toEqual(keys)
})

test('what is remembered tells no key', async ({ db }) => {
  const file = await begin(db)
  const stored = Buffer.concat((await readKeys(db)).map((row) => row.check))
  for (const key of [...Object.values(file.master.keys), ...Object.values(file.hash.keys)])
    expect(stored.includes(Buffer.from(key, 'base64'))).toBe(false)
})

test('another master key under the same name is refused by its name', async ({ db }) => {
  const { hash } = await begin(db)
  const keys = await readKeys(db)
  const wrong = { master: { current: 'k1', keys: { k1: fresh() } }, hash }
  await expect(check(db, wrong)).rejects.toThrow(
    new SealError('master key k1 is not the one this database was sealed with'),
  )
  expect(await readKeys(db)).toEqual(keys)
})

test('another hash key under the same number is refused by its number', async ({ db }) => {
  const { master } = await begin(db)
  const keys = await readKeys(db)
  const wrong = { master, hash: { current: 1, keys: { 1: fresh() } } }
  await expect(check(db, wrong)).rejects.toThrow(
    new SealError('hash key 1 is not the one this database was used with'),
  )
  expect(await readKeys(db)).toEqual(keys)
})

test('a hash key that is gone is named in a warning at each start, and stops none', async ({
  db,
}) => {
  const { master } = await begin(db)
  const without = { master, hash: { current: 2, keys: { 2: fresh() } } }
  const warning = [{ hashKey: 1 }, expect.stringContaining('opt-outs')]
  expect(await check(db, without)).toEqual([warning])
  expect(await check(db, without)).toEqual([warning])
})

test('a hash key that comes back must still be the one that it was', async ({ db }) => {
  const { master, hash } = await begin(db)
  const second = { 2: fresh() }
  await check(db, { master, hash: { current: 2, keys: second } })
  const back = (one: string) => ({ master, hash: { current: 2, keys: { 1: one, ...second } } })
  expect(await check(db, back(hash.keys['1'] ?? ''))).toEqual([])
  await expect(check(db, back(fresh()))).rejects.toThrow(/^hash key 1 is not the one/)
})

test('a master key that is gone is refused while data are sealed with it', async ({ db }) => {
  const { hash, master } = await begin(db)
  const sealer = createSealer(openKeyring({ hash, master }))
  const owner = { tenant: 'acme', mode: 'sandbox', client: 'app' } as const
  const { id } = await db.transaction((tx) => createTransaction(tx, sealer, owner, fields))
  const before = await readKeys(db)
  const without = { hash, master: { current: 'k2', keys: { k2: fresh() } } }
  await expect(check(db, without)).rejects.toThrow(/^master key k1 is missing in the keyring/)
  expect(await readKeys(db)).toEqual(before)

  // The wrapped key is what needs it: of an erased transaction nothing is left to open.
  await db.update(submissions).set({ wrappedKey: null }).where(eq(submissions.id, id))
  await check(db, without)
  expect((await readKeys(db)).map(({ kind, id: name }) => `${kind} ${name}`)).toEqual([
    'hash 1',
    'master k2',
  ])
})

test('a keyring that is wrong in one key writes nothing for the other', async ({ db }) => {
  await begin(db)
  const keys = await readKeys(db)
  const wrong = {
    master: { current: 'k2', keys: { k2: fresh() } },
    hash: { current: 1, keys: { 1: fresh() } },
  }
  await expect(check(db, wrong)).rejects.toThrow(SealError)
  expect(await readKeys(db)).toEqual(keys)
})

test('a new current key beside the old one is remembered too', async ({ db }) => {
  const { master, hash } = await begin(db)
  const both = { hash, master: { current: 'k2', keys: { ...master.keys, k2: fresh() } } }
  await check(db, both)
  expect((await readKeys(db)).map(({ id }) => id)).toEqual(['1', 'k1', 'k2'])
})

test('of two first starts at once with different keys one is refused', async ({ db }) => {
  await db.delete(sealKeys)
  const starts = await Promise.allSettled([check(db, createKeyring()), check(db, createKeyring())])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

describe('a keyring that is none', () => {
  const good = createKeyring()
  plain.for([
    ['nothing', undefined],
    ['text', 'secret-of-somebody'],
    ['another object', '{}'],
    ['a short key', { ...good, master: { current: 'k1', keys: { k1: 'c2VjcmV0' } } }],
    ['a current key that is not there', { ...good, master: { ...good.master, current: 'k9' } }],
  ] as const)('%s is an error that shows nothing of it', ([, content]) => {
    const json = typeof content === 'object' ? JSON.stringify(content) : content
    const read = () => readKeyring({ json })
    expect(read).toThrow(SealError)
    expect(read).toThrow(/^KEYRING /)
    expect(read).not.toThrow(/secret|c2VjcmV0/)
    for (const key of Object.values(good.master.keys)) expect(read).not.toThrow(key)
  })

  plain('a file that is not there is an error that names the variable', () => {
    expect(() => readKeyring({ file: '/nowhere/keyring.json' })).toThrow(/^KEYRING_FILE /)
  })
})
