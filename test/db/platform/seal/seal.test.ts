// A sealed value opens in its own context alone, and the database shows nothing of it.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import { firstAnswers } from '#src/journey/idempotency/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { keepMessage, listMessages, sandboxMessages } from '#src/sandbox/store.ts'
import { findById, readFields } from '#src/journey/transaction/store.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import { createBody, person } from '#test/support/person.ts'
import { createToken, createTransaction } from '#test/support/transactions.ts'
import { SealError } from '#src/platform/seal/errors.ts'
import { test } from '#test/support/app-fixture.ts'

const owner = { tenant: 'acme', mode: 'sandbox' } as const

async function open(db: Db, sealer: Sealer, id: string): Promise<unknown> {
  const found = await findById(db, id)
  if (!found) throw new Error('the transaction is there')
  return readFields(sealer, found)
}

const rowOf = async (db: Db, id: string) => {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id))
  if (!row) throw new Error('the transaction is there')
  return row
}

const keep = (db: Db, sealer: Sealer, transactionId: string) =>
  keepMessage(db, sealer, {
    transactionId,
    channel: 'email',
    attemptId: randomUUID(),
    content: { to: 'a@b.test', text: 'secret words' },
  })

test('fields moved to another transaction do not open, with their key or without it', async ({
  app,
}) => {
  const [from, to] = [await createTransaction(app), await createTransaction(app)]
  const { fields, keyId, wrappedKey } = await rowOf(app.db, from)
  const own = await rowOf(app.db, to)
  await app.db.update(submissions).set({ fields }).where(eq(submissions.id, to))
  await expect(open(app.db, app.sealer, to)).rejects.toThrow(SealError)
  await app.db.update(submissions).set({ fields, keyId, wrappedKey }).where(eq(submissions.id, to))
  await expect(open(app.db, app.sealer, to)).rejects.toThrow(SealError)
  await app.db
    .update(submissions)
    .set({ fields: own.fields, keyId: own.keyId, wrappedKey: own.wrappedKey })
    .where(eq(submissions.id, to))
  await expect(open(app.db, app.sealer, to)).resolves.toMatchObject({ documentType: 'cpf' })
})

test('a row that is given to another tenant does not open', async ({ app, id }) => {
  await app.db.update(transactions).set({ tenant: 'globex' }).where(eq(transactions.id, id))
  await app.db.update(submissions).set({ tenant: 'globex' }).where(eq(submissions.id, id))
  await expect(open(app.db, app.sealer, id)).rejects.toThrow(SealError)
  const answer = await app.call('GET', `/v1/transaction/${id}`, { claims: { tenant: 'globex' } })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('52998224725')
})

test('a value moved to another column, or another row of its own transaction, does not open', async ({
  app,
  id,
}) => {
  await keep(app.db, app.sealer, id)
  await keep(app.db, app.sealer, id)
  const [first, second] = await listMessages(app.db, app.sealer, owner, id)
  const rows = await app.db.select().from(sandboxMessages)
  const content = rows.find((row) => row.id === first?.id)?.content
  await app.db
    .update(sandboxMessages)
    .set({ content })
    .where(eq(sandboxMessages.id, second?.id ?? ''))
  await expect(listMessages(app.db, app.sealer, owner, id)).rejects.toThrow(SealError)
  const { fields } = await rowOf(app.db, id)
  await app.db.update(sandboxMessages).set({ content: fields })
  await expect(listMessages(app.db, app.sealer, owner, id)).rejects.toThrow(SealError)
  if (content)
    await app.db.update(submissions).set({ fields: content }).where(eq(submissions.id, id))
  await expect(open(app.db, app.sealer, id)).rejects.toThrow(SealError)
  await app.db.delete(sandboxMessages)
})

test('a first answer moved under another key of the same transaction is not repeated', async ({
  app,
}) => {
  const path = `/v1/transaction/${await createTransaction(app)}/emails/tokens`
  const send = (key: string) => app.call('POST', path, { headers: { 'idempotency-key': key } })
  await send('one')
  await send('two')
  const [one, two] = await app.db.select().from(firstAnswers)
  await app.db
    .update(firstAnswers)
    .set({ answer: one?.answer as Sealed })
    .where(eq(firstAnswers.keyHash, two?.keyHash ?? Buffer.alloc(0)))
  const statuses = [(await send('one')).status, (await send('two')).status]
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 500])
})

test('a byte that was changed, cut or added does not open', async ({ app, id }) => {
  const { fields } = await rowOf(app.db, id)
  const changes: ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.fill(bytes.readUInt8(20) ^ 1, 20, 21),
    (bytes) => bytes.fill(bytes.readUInt8(0) ^ 2, 0, 1),
    (bytes) => bytes.subarray(0, -1),
    (bytes) => Buffer.concat([bytes, Buffer.from([0])]),
    () => Buffer.alloc(0),
  ]
  for (const change of changes) {
    // Safe for a test: what is not sealed is what it wants to store.
    const broken = change(Buffer.from(fields)) as Sealed
    await app.db.update(submissions).set({ fields: broken }).where(eq(submissions.id, id))
    await expect(open(app.db, app.sealer, id)).rejects.toThrow(SealError)
  }
})

test('the same fields sealed twice share no byte sequence', async ({ app }) => {
  const body = { name: 'the same person', email: undefined }
  const [one, other] = [await createTransaction(app, body), await createTransaction(app, body)]
  const first = (await rowOf(app.db, one)).fields
  const second = (await rowOf(app.db, other)).fields
  expect(first.length).toBe(second.length)
  expect(second.subarray(1, 40).equals(first.subarray(1, 40))).toBe(false)
})

test('no table shows a value of the person, a code or a link', async ({ app }) => {
  const headers = { 'idempotency-key': `key of ${person.name}`.replaceAll(' ', '-') }
  const created = await app.call('POST', '/v1/transaction', { body: createBody(), headers })
  const { id } = await created.json()
  const { code, pageToken } = await createToken(app, id)
  await keep(app.db, app.sealer, id)
  const tables = await app.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const secrets = [...Object.values(person), pageToken, headers['idempotency-key'], 'secret words']
  for (const { name } of tables) {
    const rows = await app.db.execute(sql`select t::text as row from ${sql.identifier(name)} t`)
    // A bytea shows as hex: what was stored unsealed shows as the hex of its bytes.
    const text = rows.map(({ row }) => String(row)).join('\n')
    for (const secret of secrets) {
      expect(text, name).not.toContain(secret)
      expect(text, name).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(text, name).not.toContain(Buffer.from(`"${code}"`).toString('hex'))
  }
})
