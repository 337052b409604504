// Between the request and the first send there can be minutes: the worker, or Temporal, may be away.
import { expect } from 'vitest'
import { sendCall } from '#src/messaging/sending/send.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { suppress } from '#src/messaging/phones/suppressions.ts'
import { createTestApp } from '#test/support/app.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { test } from '#test/db/fixture.ts'

test('who has opted out since the record was opened gets nothing', async ({ db }) => {
  const messaging = silentMessaging({ accounts: [sharedAccount] })
  const app = await createTestApp(db, undefined, { messaging })
  const phone = { countryCode: 55, areaCode: 11, number: 987_651_234 }
  const id = await createTransaction(app, { phone })
  expect((await app.call('POST', `/v1/transaction/${id}/sms/2fa`)).status).toBe(201)
  const [record] = await listChallenges(db, id, 'sms-2fa')
  if (!record) throw new Error('a record was opened')
  await underLock(db, id, (tx, locked) =>
    suppress(
      tx,
      locked,
      { channel: 'sms', hash: hashPhone(app.sealer, locked, '+5511987651234') },
      { reason: 'opt-out', until: null },
    ),
  )
  const { claimed, entries } = await underLock(db, id, async (tx, locked) => {
    const task = locked.tasks.find(({ task: name }) => name === 'challenge-send')
    if (!task) throw new Error('its message is to be sent')
    const claim = await sendCall(app.deps).claim(tx, locked, task, () => {})
    return { claimed: claim, entries: locked.unwritten }
  })
  expect(claimed).toBeUndefined()
  expect(entries).toMatchObject([{ kind: 'challenge-failed', code: 'opted-out' }])
})
