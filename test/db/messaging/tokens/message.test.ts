import { expect } from 'vitest'
import { sendCall } from '#src/messaging/sending/send.ts'
import { createTestApp } from '#test/support/app.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { createToken, createTransaction } from '#test/support/transactions.ts'
import { test } from '#test/db/fixture.ts'

const relay = { ...sharedAccount, id: 'relay', vendor: 'smtp', channels: ['email'] } as const

test('a message goes to the address without the blanks around it, and else as it was given', async ({
  db,
}) => {
  const messaging = silentMessaging({ accounts: [relay] })
  const app = await createTestApp(db, undefined, { messaging })
  const id = await createTransaction(app, { email: ' \tV.ic+Tag@Ex.Test \n' })
  const { ref, code, pageToken } = await createToken(app, id)
  const claimed = await underLock(db, id, (tx, locked) => {
    const [task] = locked.tasks
    if (!task) throw new Error('its message is to be sent')
    return sendCall(app.deps).claim(tx, locked, task, () => {})
  })
  const { message } = claimed ?? {}
  expect(message).toMatchObject({
    channel: 'email',
    to: 'V.ic+Tag@Ex.Test',
    code,
    link: expect.stringMatching(new RegExp(`/t/${pageToken}$`)),
    mail: { from: expect.any(String), messageId: expect.stringMatching(`^<${ref}\\.1@`) },
  })
  for (const part of [message?.text, message?.mail?.html]) {
    expect(part).toContain(code)
    expect(part).toContain(pageToken)
    expect(part).not.toMatch(/\{(code|link)\}/)
  }
})
