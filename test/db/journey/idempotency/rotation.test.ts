// A keyed request is known again while hash keys are rotated, by processes of both steps.
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { claim, insertFirst, toFirst } from '#src/journey/idempotency/store.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { hashRequest } from '#src/platform/idempotency/key.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { test } from '#test/db/fixture.ts'

const owner = { tenant: 'acme', mode: 'sandbox', client: 'app' } as const
const fields = { documentType: 'cpf', document: '52998224725' } as StoredFields
const answer = { status: 201, body: { id: 'one' } }

const ring = openKeyring(createKeyring())
const first = ring.hash.keys.get(1) ?? Buffer.alloc(0)
const second = Buffer.alloc(32, 7)
const withHashes = (current: number, ...keys: [number, Buffer][]) =>
  createSealer({ ...ring, hash: { current, keys: new Map(keys) } })

/** Processes in the order in which a rotation restarts them. */
const added = withHashes(1, [1, first], [2, second])
const used = withHashes(2, [1, first], [2, second])
const removed = withHashes(2, [2, second])

const writeFirst = buildSqlOnce(insertFirst)

/** The first answer to a request under this key, in a commit of its own. */
const answerFirst = (db: Db, sealer: Sealer, key: string) =>
  db.transaction(async (tx) => {
    const keyed = hashRequest(sealer, owner, { operation: 'create', key, asked: ['body'] })
    expect(await claim(tx, sealer, keyed)).toEqual({ kind: 'first' })
    const locked = await createTransaction(tx, sealer, owner, fields)
    await writeFirst(tx).execute(await toFirst({ sealer, locked }, keyed, answer))
  })

const ask = (db: Db, sealer: Sealer, key: string, body = 'body') =>
  db.transaction((tx) =>
    claim(tx, sealer, hashRequest(sealer, owner, { operation: 'create', key, asked: [body] })),
  )

test('an answer is repeated by processes before and after the new key became the current one', async ({
  db,
}) => {
  await answerFirst(db, added, 'before')
  await answerFirst(db, used, 'after')
  for (const sealer of [added, used])
    for (const key of ['before', 'after']) {
      expect(await ask(db, sealer, key)).toEqual({ kind: 'replay', answer })
      expect(await ask(db, sealer, key, 'other')).toEqual({ kind: 'reused' })
    }
})

test('a request that runs in a process before the change is seen by one after it', async ({
  db,
}) => {
  await db.transaction(async (tx) => {
    const keyed = hashRequest(added, owner, {
      operation: 'create',
      key: 'running',
      asked: ['body'],
    })
    expect(await claim(tx, added, keyed)).toEqual({ kind: 'first' })
    expect(await ask(db, used, 'running')).toEqual({ kind: 'in-progress' })
  })
})

test('of a key that was taken away nothing is known, and what came later is', async ({ db }) => {
  await answerFirst(db, added, 'old')
  await answerFirst(db, used, 'new')
  expect(await ask(db, removed, 'old')).toEqual({ kind: 'first' })
  expect(await ask(db, removed, 'new')).toEqual({ kind: 'replay', answer })
})
