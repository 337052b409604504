// What a validation reads of its token is asked for with the lock, and answered after it.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { holdTransaction } from '#test/support/hold.ts'
import { createToken } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

test('what was committed while it waited for the lock is what it decides by', async ({
  app,
  id,
}) => {
  const { code } = await createToken(app, id)
  const hold = await holdTransaction(app.db, id)
  const validating = app.call('POST', `/v1/transaction/${id}/emails/tokens/validation`, {
    body: { code },
  })
  await hold.untilWaitedFor('test')
  // As another validation would have left it: every try is used up.
  await app.db.execute(sql`update challenge set checks = 5 where transaction_id = ${id}`)
  await hold.release()
  expect((await validating).status).toBe(429)
})
