import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { rebuildAgenda } from '#src/journey/agenda/rebuild.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { createToken, createTransaction } from '#test/support/transactions.ts'

const kinds = capabilities.flatMap(({ kinds: own }) => own ?? [])

test('an agenda that agrees with its journal is left as it is, and another one is made anew', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  await createToken(app, db, id)
  const read = async () => (await db.select().from(transactions).where(eq(transactions.id, id)))[0]
  await db.update(transactions).set({ armedAt: 1e12 }).where(eq(transactions.id, id))
  const before = await read()
  expect(before?.agenda).not.toEqual([])

  expect(await rebuildAgenda(db, id, kinds)).toBe(false)
  expect(await read()).toEqual(before)

  await db.update(transactions).set({ agenda: [] }).where(eq(transactions.id, id))
  expect(await rebuildAgenda(db, id, kinds)).toBe(true)
  expect(await read()).toMatchObject({ agenda: before?.agenda, armedAt: null, sweepAt: 0 })
})
