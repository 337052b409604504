// Cool-down, limits and checks, with the numbers of e-mail tokens: those of the other channels differ by data.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import {
  decideCheck as decideAnyCheck,
  decideRequest,
  type LimitedRecord,
} from '#src/messaging/challenges/limits.ts'
import { emailRules as ownRules } from '#src/messaging/challenges/settings.ts'
import { messageDefaults } from '#src/platform/tenants/messages.ts'
import { expiryOf as expiryOfAny } from '#test/support/messaging/expiry.ts'
import { toSentRecord } from '#src/messaging/challenges/status.ts'
import { emailChannel } from '#src/messaging/tokens/channels.ts'
import { challenge } from './world.ts'

const emailRules = { ...ownRules, ...messageDefaults }
type Check = Parameters<typeof decideAnyCheck>[2]
type Asked = Parameters<typeof decideRequest>[1]

const expiryOf = (createdAt: number) => expiryOfAny('email-token', createdAt)
const decideSend = (given: Asked) => decideRequest(emailRules, given)
const decideCheck = (given: ChallengeState, check: Check) =>
  decideAnyCheck(emailRules, given, check)

const minute = 60_000
const hour = 60 * minute
const now = Date.UTC(2026, 7, 3, 12)

const facts = (given: Partial<ChallengeState> = {}): ChallengeState => {
  const createdAt = given.createdAt ?? now
  const times = { createdAt, expiresAt: expiryOf(createdAt) }
  return challenge('email-token', { id: 'r1', heat: null, ...times, ...given })
}

const sent = (ageMs: number, open = true): LimitedRecord => ({
  id: `sent-${ageMs}-ms-ago`,
  createdAt: now - ageMs,
  open,
})

const asked = (given: Partial<Asked> = {}): Asked => ({
  records: [],
  failedChecks: [],
  sends: [],
  now,
  wallNow: now,
  ...given,
})

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

describe('a request', () => {
  test('the first token is opened and replaces nothing', () => {
    expect(decideSend(asked())).toEqual({ kind: 'open' })
  })

  test.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 120],
  ])(
    'after %i sends the open record is returned for %i s, to the millisecond',
    (sends, seconds) => {
      const earlier = times(sends - 1, (index) => sent((10 + index) * minute, false))
      const ask = (ageMs: number) => decideSend(asked({ records: [sent(ageMs), ...earlier] }))
      expect(ask(0)).toEqual({ kind: 'cooling', recordId: 'sent-0-ms-ago', leftSeconds: seconds })
      expect(ask(seconds * 1000 - 1).kind).toBe('cooling')
      expect(ask(seconds * 1000).kind).not.toBe('cooling')
    },
  )

  test('the cool-down comes before the limit: inside it the open record is returned', () => {
    const records = [sent(1000), sent(2 * minute, false), sent(4 * minute, false)]
    expect(decideSend(asked({ records })).kind).toBe('cooling')
  })

  test.each(['valid', 'expired', 'failed'])(
    'a %s record does not cool: only the limit counts',
    () => {
      expect(decideSend(asked({ records: [sent(1000, false)] }))).toEqual({ kind: 'open' })
    },
  )

  test('a record without checks left does not cool, and is replaced: its link dies too', () => {
    const spent = facts({ createdAt: now - 1000, checks: emailRules.checksMax })
    const records = [toSentRecord(spent, now)]
    expect(decideSend(asked({ records }))).toEqual({ kind: 'open', supersedes: 'r1' })
    const almost = [toSentRecord({ ...spent, checks: emailRules.checksMax - 1 }, now)]
    expect(decideSend(asked({ records: almost })).kind).toBe('cooling')
  })

  test('with 15 wrong codes in 24 hours none is opened or returned until the first is a day old', () => {
    const ask = (oldestAgeMs: number) =>
      decideSend(
        asked({
          records: [sent(1000)],
          failedChecks: times(15, (i) => now - oldestAgeMs + i * minute),
        }),
      )
    expect(ask(hour)).toEqual({ kind: 'limit-reached', retryAfterSeconds: 23 * 3600 })
    expect(ask(24 * hour - 1)).toEqual({ kind: 'limit-reached', retryAfterSeconds: 1 })
    expect(ask(24 * hour).kind).toBe('cooling')
  })

  test('after the cool-down the open record is replaced', () => {
    const decision = decideSend(asked({ records: [sent(31_000)] }))
    expect(decision).toEqual({ kind: 'open', supersedes: 'sent-31000-ms-ago' })
  })

  test('a failed record that may have arrived is replaced, so that its code dies', () => {
    const failed = facts({ createdAt: now - 1000, failedAt: now, failureCode: 'send-uncertain' })
    const records = [toSentRecord(failed, now)]
    expect(decideSend(asked({ records }))).toEqual({ kind: 'open', supersedes: 'r1' })
  })

  test('the fourth send within 60 minutes waits until the first has left the window', () => {
    const records = [sent(10 * minute), sent(20 * minute, false), sent(hour - 1500, false)]
    expect(decideSend(asked({ records }))).toEqual({ kind: 'limit-reached', retryAfterSeconds: 2 })
    const later = [sent(10 * minute), sent(20 * minute, false), sent(hour, false)]
    expect(decideSend(asked({ records: later })).kind).toBe('open')
  })

  test('records of which nothing has left count against a limit of ten of their own', () => {
    const unsent = (count: number) =>
      times(count, (index) => ({ ...sent((index + 1) * minute, false), unsent: true }))
    expect(decideSend(asked({ records: unsent(9) })).kind).toBe('open')
    expect(decideSend(asked({ records: [...unsent(9), sent(20 * minute, false)] })).kind).toBe(
      'open',
    )
    expect(decideSend(asked({ records: unsent(10) }))).toEqual({
      kind: 'limit-reached',
      retryAfterSeconds: 50 * 60,
    })
  })

  test('a record counts as unsent while no account took it nor may have, and no longer', () => {
    const failed = { failedAt: now, failureCode: 'provider-failed' }
    const isUnsent = (given: Partial<ChallengeState>) => toSentRecord(facts(given), now).unsent
    expect(isUnsent(failed)).toBe(true)
    expect(isUnsent({ ...failed, failureCode: 'no-provider' })).toBe(true)
    expect(isUnsent({ ...failed, acceptedAt: now })).toBe(false)
    for (const failureCode of ['send-uncertain', 'recipient-refused', 'content-refused', 'bounced'])
      expect(isUnsent({ ...failed, failureCode })).toBe(false)
    expect(isUnsent({})).toBe(false)
  })

  test('an address takes 5 an hour and 20 a day over all transactions, by wall time', () => {
    const wallNow = now + 7 * hour
    const fifth = (ageMs: number) =>
      decideSend(asked({ wallNow, sends: times(5, (i) => wallNow - ageMs + i * 1000) }))
    expect(fifth(hour - 1)).toEqual({ kind: 'limit-reached', retryAfterSeconds: 1 })
    expect(fifth(hour).kind).toBe('open')
    const twentieth = (ageMs: number) =>
      decideSend(asked({ wallNow, sends: times(20, (i) => wallNow - ageMs + i * minute) }))
    expect(twentieth(24 * hour - 1)).toEqual({ kind: 'limit-reached', retryAfterSeconds: 1 })
    expect(twentieth(24 * hour).kind).toBe('open')
  })

  test('the longest wait of all limits is named', () => {
    const records = times(3, (index) => sent(30 * minute + index, false))
    const sends = times(5, () => now - 10 * minute)
    expect(decideSend(asked({ records, sends }))).toEqual({
      kind: 'limit-reached',
      retryAfterSeconds: 50 * 60,
    })
  })

  test('waiting as long as it says is always enough, and never less than a second', () => {
    const ages = fc.array(fc.nat({ max: 24 * hour }), { maxLength: 25 })
    fc.assert(
      fc.property(ages, ages, ages, (own, address, failed) => {
        const records = own.toSorted((a, b) => a - b).map((age) => sent(age, false))
        const ask = asked({
          records,
          sends: address.map((age) => now - age),
          failedChecks: failed.map((age) => now - age),
        })
        const decision = decideSend(ask)
        if (decision.kind !== 'limit-reached') return
        const waited = decision.retryAfterSeconds * 1000
        expect(waited).toBeGreaterThanOrEqual(1000)
        expect(decideSend({ ...ask, now: now + waited, wallNow: now + waited }).kind).toBe('open')
      }),
    )
  })

  test('whoever asks at any pace opens at most 3 in any 60 minutes, 30 s apart', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 * minute }), { maxLength: 60 }), (gaps) => {
        const opened: number[] = []
        let at = now
        for (const gap of gaps) {
          at += gap
          const records = opened.map((createdAt, index) => ({
            id: String(createdAt),
            createdAt,
            open: index === 0 && at < expiryOf(createdAt),
          }))
          if (decideSend(asked({ records, now: at })).kind === 'open') opened.unshift(at)
        }
        const gapsOver = (sends: number) =>
          opened.flatMap((time, index) => time - (opened[index + sends] ?? -Infinity))
        expect(Math.min(...gapsOver(1), Infinity)).toBeGreaterThanOrEqual(30_000)
        expect(Math.min(...gapsOver(3), Infinity)).toBeGreaterThanOrEqual(hour)
      }),
    )
  })
})

describe('a check', () => {
  const check = (given: Partial<ChallengeState>, matches: boolean, failedChecks24h = 0, at = now) =>
    decideCheck(facts(given), { matches, failedChecks24h, now: at })

  test('the right code is valid, the wrong one leaves four checks', () => {
    expect(check({}, true)).toEqual({ outcome: 'valid' })
    expect(check({}, false)).toEqual({ outcome: 'mismatch', checksLeft: 4, counted: true })
  })

  test('the fifth wrong code still says mismatch; from then on the right one is refused too', () => {
    expect(check({ checks: 4 }, false, 4)).toEqual({
      outcome: 'mismatch',
      checksLeft: 0,
      counted: true,
    })
    expect(check({ checks: 5 }, true, 5)).toEqual({ outcome: 'limit-reached' })
    expect(check({ checks: 5 }, false, 5)).toEqual({ outcome: 'limit-reached' })
  })

  test('a new record does not give back the 15 checks of the day', () => {
    expect(check({}, false, 13)).toEqual({ outcome: 'mismatch', checksLeft: 1, counted: true })
    expect(check({}, true, 14)).toEqual({ outcome: 'valid' })
    expect(check({}, true, 15)).toEqual({ outcome: 'limit-reached' })
  })

  test('it expires at the exact millisecond, and says so rather than that the limit is reached', () => {
    const end = expiryOf(now)
    expect(check({}, true, 0, end - 1)).toEqual({ outcome: 'valid' })
    expect(check({}, true, 0, end)).toEqual({ outcome: 'expired' })
    expect(check({ checks: 5 }, false, 15, end)).toEqual({ outcome: 'expired' })
    expect(check({ expiredAt: now }, true, 0, now)).toEqual({ outcome: 'expired' })
  })

  test('a valid record takes its own code for ever, and another is a mismatch that does not count', () => {
    const valid = { repliedAt: now, checks: 2 }
    const later = expiryOf(now) + 24 * hour
    expect(check(valid, true, 15, later)).toEqual({ outcome: 'already-valid' })
    expect(check(valid, false, 2, later)).toEqual({
      outcome: 'mismatch',
      checksLeft: 3,
      counted: false,
    })
  })

  test('the code of a replaced record is dead', () => {
    expect(check({ supersededAt: now }, true)).toEqual({ outcome: 'expired' })
  })

  test('a code that arrived although its sending failed is taken', () => {
    expect(check({ failedAt: now, failureCode: 'send-uncertain' }, true)).toEqual({
      outcome: 'valid',
    })
  })

  test('a record never goes back from Valid, whatever is tried and whenever', () => {
    const tries = fc.array(
      fc.record({
        matches: fc.boolean(),
        waitMs: fc.nat({ max: 20 * minute }),
        fails: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(tries, (attempts) => {
        let record = facts()
        let at = now
        let counted = 0
        let wasValid = false
        for (const attempt of attempts) {
          at += attempt.waitMs
          if (attempt.fails) record = { ...record, failedAt: at, failureCode: 'bounced' }
          const decision = decideCheck(record, {
            matches: attempt.matches,
            failedChecks24h: counted,
            now: at,
          })
          if (decision.outcome === 'valid') record = { ...record, repliedAt: at }
          if (decision.outcome === 'mismatch' && decision.counted) {
            record = { ...record, checks: record.checks + 1 }
            counted += 1
          }
          const { status, expired, failure } = emailChannel.toRecord(record, {}, at)
          expect(!wasValid || (status === 'Valid' && !expired && !failure)).toBe(true)
          wasValid = status === 'Valid'
        }
        expect(counted).toBeLessThanOrEqual(emailRules.checksMax)
      }),
    )
  })
})
