// What a validation reads of its token is asked for with the lock, and answered after it.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createTestApp } from '#test/support/app.ts'
import { holdTransaction } from '#test/support/hold.ts'
import { createToken, createTransaction } from '#test/support/transactions.ts'
import { test } from '#test/db/fixture.ts'

test('what was committed while it waited for the lock is what it decides by', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const { code } = await createToken(app, db, id)
  const hold = await holdTransaction(db, id)
  const validating = app.call('POST', `/v1/transaction/${id}/emails/tokens/validation`, {
    body: { code },
  })
  await hold.untilWaitedFor('test')
  // As another validation would have left it: every try is used up.
  await db.execute(sql`update challenge set checks = 5 where transaction_id = ${id}`)
  await hold.release()
  expect((await validating).status).toBe(429)
})
