import { expect, test } from 'vitest'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { expiryOf } from '#test/support/messaging/expiry.ts'
import { emailChannel } from '#src/messaging/tokens/channels.ts'
import { EmailTokenRecord } from '#src/messaging/tokens/schema.ts'
import { challenge } from '#test/unit/messaging/challenges/world.ts'

const now = Date.UTC(2026, 7, 3, 12)
const expiresAt = expiryOf('email-token', now)
const facts = challenge('email-token', { createdAt: now, expiresAt, heat: null })

const at = '2026-08-03T12:00:00.000Z'
const waiting = {
  status: 'Waiting',
  type: 'Email',
  createdAt: at,
  expirationTime: '2026-08-03T13:00:00.000Z',
}

test.each<[string, Partial<ChallengeState>, number, object]>([
  ['waiting', {}, now, waiting],
  ['still waiting a millisecond before its end', {}, expiresAt - 1, waiting],
  ['expired at its end', {}, expiresAt, { ...waiting, expired: true }],
  ['expired by its timer', { expiredAt: now }, now, { ...waiting, expired: true }],
  [
    'failed',
    { failedAt: now, failureCode: 'bounced' },
    now,
    { ...waiting, failure: { code: 'bounced', at } },
  ],
  [
    'failed and expired',
    { failedAt: now, failureCode: 'send-uncertain' },
    expiresAt,
    { ...waiting, expired: true, failure: { code: 'send-uncertain', at } },
  ],
  [
    'valid, and then neither failed nor expired',
    { repliedAt: now, failedAt: now, failureCode: 'bounced', expiredAt: now },
    expiresAt,
    { ...waiting, status: 'Valid', repliedAt: at },
  ],
])('a record is shown as %s', (_name, given, time, shown) => {
  const record = emailChannel.toRecord({ ...facts, ...given }, {}, time)
  expect(record).toEqual(shown)
  expect(EmailTokenRecord.parse(record)).toEqual(shown)
})
