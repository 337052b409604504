// How far the workflows are behind, as an operator is shown it while Temporal is away.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import type { NewEntry } from '#src/journal/entry.ts'
import { journal } from '#src/journal/table.ts'
import { advanceClock } from '#src/sandbox/clock.ts'
import { readLag, sweep } from '#src/temporal/sweep.ts'
import { lockById } from '#src/transaction/store.ts'
import { transactions } from '#src/transaction/table.ts'
import { createTestApp } from '#test/support/app.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { test } from '../fixture.ts'

/** As all of Temporal's absence: nobody looks, and time goes by. */
async function age(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(journal)
    .set({ at: sql`${journal.at} - ${seconds} * interval '1 second'` })
    .where(eq(journal.transactionId, id))
  await db
    .update(transactions)
    .set({ nextNudgeAt: sql`clock_timestamp()` })
    .where(eq(transactions.id, id))
}

const add = (db: Db, id: string, ...entries: NewEntry[]) =>
  db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (!locked) throw new Error('the transaction is there')
    await append(tx, locked, entries)
  })

const look = (db: Db, id?: string) =>
  db
    .update(transactions)
    .set({ seenSeq: transactions.lastSeq })
    .where(id === undefined ? sql`true` : eq(transactions.id, id))

const nobody = { nudge: () => undefined, drain: async () => {} }

test('the age of the oldest unseen entry rises however often the sweep nudges, and falls when it is seen', async ({
  db,
}) => {
  const app = await createTestApp(db)
  await look(db)
  expect(await readLag(db)).toEqual({ transactions: 0, oldestSeconds: 0 })
  const id = await createTransaction(app)
  for (const expected of [600, 1_200, 1_800]) {
    await age(db, id, 600)
    expect(await sweep(db, nobody)).toBe(1)
    const { oldestSeconds } = await readLag(db)
    expect(oldestSeconds).toBeGreaterThanOrEqual(expected)
    expect(oldestSeconds).toBeLessThan(expected + 30)
  }
  const younger = await createTransaction(app)
  const lag = await readLag(db)
  expect(lag.transactions).toBe(2)
  expect(lag.oldestSeconds).toBeGreaterThanOrEqual(1_800)
  await look(db, id)
  expect((await readLag(db)).oldestSeconds).toBeLessThan(30)
  await look(db, younger)
  expect(await readLag(db)).toEqual({ transactions: 0, oldestSeconds: 0 })
})

test('an entry that an activity wrote does not count, however old, nor one that was seen', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  await look(db)
  await add(db, id, { kind: 'email-token-sent' })
  await age(db, id, 3_600)
  await add(db, id, { kind: 'email-token-valid' })
  const lag = await readLag(db)
  expect(lag.transactions).toBe(1)
  expect(lag.oldestSeconds).toBeLessThan(30)
  await look(db)
})

test('a move of the sandbox clock does not make what is unseen older than it is', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  await db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (locked) await advanceClock(tx, locked, 400 * 86_400_000)
  })
  expect((await readLag(db)).oldestSeconds).toBeLessThan(30)
  await age(db, id, 600)
  const { oldestSeconds } = await readLag(db)
  expect(oldestSeconds).toBeGreaterThanOrEqual(600)
  expect(oldestSeconds).toBeLessThan(630)
  await look(db)
})
