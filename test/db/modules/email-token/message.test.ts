import { expect } from 'vitest'
import { writeEmail } from '#activities/email-message.ts'
import { findLatestToken } from '#src/modules/email-token/store.ts'
import { createTestApp } from '#test/support/app.ts'
import { underLock } from '#test/support/phones.ts'
import { createToken, createTransaction } from '#test/support/transactions.ts'
import { test } from '#test/db/fixture.ts'

const email = {
  brand: 'Acme',
  from: 'Acme <id@acme.test>',
  publicBaseUrl: 'https://id.example.test',
  bounceDomain: 'bounces.test',
  returnPath: (id: string) => `${id}@bounces.test`,
}

test('a message goes to the address without the blanks around it, and else as it was given', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app, { email: ' \tV.ic+Tag@Ex.Test \n' })
  await createToken(app, db, id)
  const token = await findLatestToken(db, id)
  if (!token) throw new Error('a token was opened')
  const { sealer } = app
  const message = await underLock(db, id, (_, locked) =>
    writeEmail({ sealer, email }, locked, token, 1),
  )
  expect(message.to).toBe('V.ic+Tag@Ex.Test')
})
