import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { expiryOf } from '#test/support/messaging/expiry.ts'
import {
  isExpired,
  isOpen,
  isReplaceable,
  smsStatus,
  standingFailure,
  toStatus,
  tokenStatus,
  whatsappStatus,
} from '#src/messaging/challenges/status.ts'
import { smsChannel, whatsappChannel } from '#src/messaging/questions/channels.ts'
import { smsChannel as smsTokens } from '#src/messaging/tokens/channels.ts'
import { stateOf } from '../inbound/state-of.ts'

const now = Date.UTC(2026, 10, 21, 12)
const state = (given: Partial<ChallengeState> = {}) => stateOf({ createdAt: now, ...given })

const content = {
  text: 'Acme: foi voce? Responda 1 para SIM ou 2 para NAO.',
  options: [
    { option: 1, label: 'Sim' },
    { option: 2, label: 'Não' },
  ],
}

describe('the state of an SMS', () => {
  test.each([
    [{}, 'Waiting'],
    [{ acceptedAt: now }, 'Waiting'],
    [{ sentAt: now }, 'Sent'],
    [{ deliveredAt: now }, 'Delivered'],
    [{ readAt: now }, 'Delivered'],
    [{ repliedAt: now, replyOption: 2 }, 'Replied'],
    [{ failedAt: now, failureCode: 'undelivered' }, 'Waiting'],
    [{ failedAt: now, failureCode: 'undelivered', sentAt: now }, 'Sent'],
  ] as const)('%j is %s', (given, status) => {
    expect(smsStatus(state(given))).toBe(status)
    expect(toStatus(state({ ...given, challengeKind: 'sms-2fa' }))).toBe(status)
  })
})

describe('the state of a WhatsApp message', () => {
  test.each([
    [{ acceptedAt: now }, 'Waiting'],
    [{ sentAt: now }, 'Sent'],
    [{ deliveredAt: now }, 'Sent'],
    [{ readAt: now }, 'Read'],
    [{ repliedAt: now }, 'Replied'],
  ] as const)('%j is %s', (given, status) => {
    expect(whatsappStatus(state(given))).toBe(status)
    expect(toStatus(state({ ...given, challengeKind: 'whatsapp-2fa' }))).toBe(status)
  })
})

test('a token is Valid once its code came, and waits until then, delivered or not', () => {
  expect(tokenStatus(state({ deliveredAt: now }))).toBe('Waiting')
  expect(tokenStatus(state({ repliedAt: now }))).toBe('Valid')
  expect(toStatus(state({ repliedAt: now, challengeKind: 'sms-token' }))).toBe('Valid')
})

describe('a failure', () => {
  const failed = { failedAt: now + 1, failureCode: 'undelivered' }

  test('stands beside the state, whether or not the message had left', () => {
    expect(standingFailure(state(failed))).toEqual({ code: 'undelivered', at: now + 1 })
    expect(standingFailure(state({ ...failed, sentAt: now + 2 }))).toEqual({
      code: 'undelivered',
      at: now + 1,
    })
  })

  test.each(['deliveredAt', 'readAt', 'repliedAt'] as const)(
    'is over with %s',
    (deliveryStatus) => {
      expect(standingFailure(state({ ...failed, [deliveryStatus]: now }))).toBeUndefined()
    },
  )

  test('of a send in doubt is over once the message is known to have left', () => {
    const uncertain = { failedAt: now, failureCode: 'send-uncertain' }
    expect(standingFailure(state(uncertain))?.code).toBe('send-uncertain')
    expect(standingFailure(state({ ...uncertain, sentAt: now }))).toBeUndefined()
  })
})

test('a record expires at its very millisecond, and when the timer has said so', () => {
  const { expiresAt } = state()
  expect(expiresAt).toBe(expiryOf('sms-2fa', now))
  expect(isExpired(state(), expiresAt - 1)).toBe(false)
  expect(isExpired(state(), expiresAt)).toBe(true)
  expect(isExpired(state({ expiredAt: expiresAt }), now)).toBe(true)
})

test.each([
  ['replied', { repliedAt: now }, false, false],
  ['superseded', { supersededAt: now }, false, false],
  ['expired', { expiresAt: now }, false, false],
  ['failed', { failedAt: now, failureCode: 'blocked' }, false, true],
  ['delivered', { deliveredAt: now }, true, true],
] as const)('a record that is %s: open %s, replaceable %s', (_, given, open, replaceable) => {
  expect(isOpen(state(given), now)).toBe(open)
  expect(isReplaceable(state(given), now)).toBe(replaceable)
})

describe('records on the wire', () => {
  test('an SMS shows its text, and after a reply the label of the option', () => {
    const record = smsChannel.toRecord(state({ deliveredAt: now }), content, now)
    expect(record).toEqual({
      text: content.text,
      type: 'Sms',
      status: 'Delivered',
      createdAt: '2026-11-21T12:00:00.000Z',
      smsSendLimit: 3,
      expirationTime: '2026-11-21T12:10:00.000Z',
    })
    const replied = state({ repliedAt: now, replyOption: 2 })
    expect(smsChannel.toRecord(replied, content, now)).toMatchObject({
      text: 'Não',
      status: 'Replied',
    })
  })

  test('a WhatsApp message keeps its text, shows its reply, and its creation has no Z', () => {
    expect(whatsappChannel.toRecord(state(), content, now)).toEqual({
      status: 'Waiting',
      createdAt: '2026-11-21T12:00:00.000',
      sendLimit: 3,
      expirationTime: '2026-11-21T12:10:00.000Z',
      text: content.text,
    })
    const replied = state({ repliedAt: now + 1000, replyOption: 1 })
    expect(whatsappChannel.toRecord(replied, content, now)).toMatchObject({
      status: 'Replied',
      text: content.text,
      reply: { option: 1, repliedAt: '2026-11-21T12:00:01.000Z' },
    })
  })

  test('expired stands there only without an answer', () => {
    const later = expiryOf('sms-2fa', now)
    expect(smsTokens.toRecord(state(), {}, later)).toMatchObject({
      status: 'Waiting',
      expired: true,
    })
    expect(smsTokens.toRecord(state({ repliedAt: now }), {}, later)).not.toHaveProperty('expired')
    expect(smsChannel.toRecord(state({ repliedAt: now }), content, later)).not.toHaveProperty(
      'expired',
    )
  })
})

test('no state ever goes back, in whatever order the facts come and however often', () => {
  const names = ['acceptedAt', 'sentAt', 'deliveredAt', 'readAt', 'failedAt', 'repliedAt'] as const
  const ranks = {
    'sms-token': ['Waiting', 'Valid'],
    'sms-2fa': ['Waiting', 'Sent', 'Delivered', 'Replied'],
    'whatsapp-2fa': ['Waiting', 'Sent', 'Read', 'Replied'],
  } as const
  const events = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat({ max: 600_000 })))
  const challengeKind = fc.constantFrom('sms-token', 'sms-2fa', 'whatsapp-2fa')
  fc.assert(
    fc.property(challengeKind, events, (kind, told) => {
      let record = state({ challengeKind: kind })
      let rank = 0
      for (const [deliveryStatus, after] of told) {
        const before = record[deliveryStatus]
        const at = Math.min(before ?? Infinity, now + after)
        record = { ...record, [deliveryStatus]: at, failureCode: 'undelivered' }
        const states: readonly string[] = ranks[kind]
        const next = states.indexOf(toStatus(record))
        expect(next).toBeGreaterThanOrEqual(rank)
        rank = next
      }
    }),
  )
})
