import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { rebuildAgenda } from '#src/journey/agenda/rebuild.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { test } from '#test/support/app-fixture.ts'
import { createToken } from '#test/support/transactions.ts'

const kinds = capabilities.flatMap(({ kinds: own }) => own ?? [])

test('an agenda that agrees with its journal is left as it is, and another one is made anew', async ({
  app,
  id,
}) => {
  await createToken(app, id)
  const read = async () =>
    (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0]
  await app.db.update(transactions).set({ armedAt: 1e12 }).where(eq(transactions.id, id))
  const before = await read()
  expect(before?.agenda).not.toEqual([])

  expect(await rebuildAgenda(app.db, id, kinds)).toBe(false)
  expect(await read()).toEqual(before)

  await app.db.update(transactions).set({ agenda: [] }).where(eq(transactions.id, id))
  expect(await rebuildAgenda(app.db, id, kinds)).toBe(true)
  expect(await read()).toMatchObject({ agenda: before?.agenda, armedAt: null, sweepAt: 0 })
})
