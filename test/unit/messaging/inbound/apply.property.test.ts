// What a record's facts come to, whatever order its vendor reports them in, and however often.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { type AttemptState, toClock } from '#src/messaging/inbound/apply.ts'
import { challengeFailed, challengeUndeliverable } from '#src/messaging/challenges/kinds.ts'
import type { FailureClass, DeliveryStatus } from '#src/messaging/challenges/vendor-events.ts'
import { decideReply } from '#src/messaging/conversations/replies.ts'
import { standingFailure, toStatus } from '#src/messaging/challenges/status.ts'
import { challenge, createdAt, expiresAt, minute, report, type World } from '../challenges/world.ts'

const reported = ['sent', 'delivered', 'read', 'failed', 'delivered'] as const
type Reported = DeliveryStatus | 'reply'

/** When each thing happened, which is not when it is reported. */
const happened: Record<Reported, number> = {
  accepted: createdAt + 1_000,
  sent: createdAt + 2_000,
  delivered: createdAt + 3_000,
  read: createdAt + 4_000,
  reply: createdAt + 5_000,
  failed: createdAt + 2_500,
}

const yes = { meaning: 'yes', option: 1 } as const
const no = { meaning: 'no', option: 2, optsOut: false } as const

/** Every order of the list; equal items make equal orders, as a repeated callback does. */
function permute<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permute(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  )
}

const ranks: Record<string, number> = { Waiting: 0, Sent: 1, Delivered: 2, Read: 2, Replied: 3 }

/** Reports one thing of attempt 1 to a record, and gives what is known of it then. */
function applyTo(world: World, what: Reported, failure: FailureClass = 'content'): World {
  if (what !== 'reply') return report(world, { deliveryStatus: what, at: happened[what], failure })
  const decision = decideReply(world.facts, yes, happened.reply)
  if (decision.kind === 'ignored') return world
  return {
    ...world,
    facts: { ...world.facts, repliedAt: happened.reply, replyOption: decision.option },
  }
}

const start = (challengeKind: ChallengeKind): World => ({
  facts: challenge(challengeKind),
  attempts: [{ attempt: 1, outcome: 'accepted', failedAt: null }],
  entries: [],
})

const cases = (['sms-2fa', 'whatsapp-2fa'] as const).flatMap((challengeKind) =>
  [[...reported], [...reported, 'reply' as const]].flatMap((events) =>
    permute<Reported>(events).map((order) => ({
      challengeKind,
      order,
      replied: events.length === 6,
    })),
  ),
)

const finals = {
  'sms-2fa': { open: 'Delivered', replied: 'Replied' },
  'whatsapp-2fa': { open: 'Read', replied: 'Replied' },
} as const

describe('every order of sent, delivered, read, failed and delivered again', () => {
  test('there are 240 without and 1 440 with a reply', () => {
    expect(cases.filter(({ replied }) => !replied)).toHaveLength(240)
    expect(cases.filter(({ replied }) => replied)).toHaveLength(1_440)
  })

  test('comes to one status, which never goes back on the way', () => {
    for (const { challengeKind, order, replied } of cases) {
      let world = start(challengeKind)
      let rank = 0
      for (const what of order) {
        world = applyTo(world, what)
        const next = ranks[toStatus(world.facts)] ?? -1
        expect(next, `${challengeKind}: ${order.join(' ')}`).toBeGreaterThanOrEqual(rank)
        rank = next
      }
      expect(toStatus(world.facts)).toBe(finals[challengeKind][replied ? 'replied' : 'open'])
    }
  })

  test('comes to the same facts, each at the time when it happened', () => {
    for (const { challengeKind, order, replied } of cases) {
      const { facts } = order.reduce((world, what) => applyTo(world, what), start(challengeKind))
      expect(facts, order.join(' ')).toEqual({
        ...challenge(challengeKind),
        acceptedAt: happened.sent,
        sentAt: happened.sent,
        deliveredAt: happened.delivered,
        readAt: happened.read,
        failedAt: happened.failed,
        failureCode: 'content-refused',
        ...(replied && { repliedAt: happened.reply, replyOption: 1 }),
      })
      expect(standingFailure(facts)).toBeUndefined()
    }
  })

  test('says each thing once in the journal', () => {
    for (const { challengeKind, order } of cases) {
      const { entries } = order.reduce((world, what) => applyTo(world, what), start(challengeKind))
      const kinds = entries.map(({ kind }) => kind.name)
      expect(kinds).toEqual([...new Set(kinds)])
      expect(kinds).not.toContain('challenge-accepted')
      for (const deliveryStatus of ['sent', 'delivered', 'read'])
        expect(kinds).toContain(`challenge-${deliveryStatus}`)
    }
  })

  test('a failure stands until something has arrived, and a late sent does not clear it', () => {
    for (const { challengeKind, order } of cases) {
      let world = start(challengeKind)
      let arrived = false
      let failed = false
      for (const what of order) {
        world = applyTo(world, what)
        arrived ||= what === 'delivered' || what === 'read' || what === 'reply'
        failed ||= what === 'failed'
        expect(standingFailure(world.facts) !== undefined, order.join(' ')).toBe(failed && !arrived)
      }
    }
  })

  test('replied is absorbing: nothing that is reported later changes option or time', () => {
    for (const { challengeKind, order } of cases.filter(({ replied }) => replied)) {
      let world = start(challengeKind)
      for (const what of order) {
        const before = world.facts
        world = applyTo(world, what)
        if (before.repliedAt === null) continue
        expect(world.facts.repliedAt).toBe(before.repliedAt)
        expect(world.facts.replyOption).toBe(before.replyOption)
        expect(toStatus(world.facts)).toBe('Replied')
        expect(decideReply(world.facts, no, happened.reply - 1)).toEqual({
          kind: 'ignored',
          code: 'already-replied',
        })
      }
    }
  })

  test('what has arrived is not sent again, and the record has failed before that at most once', () => {
    for (const failure of ['recipient', 'recipient-transient', 'account', 'optout'] as const) {
      for (const { challengeKind, order } of cases) {
        const { entries } = order.reduce(
          (world, what) => applyTo(world, what, failure),
          start(challengeKind),
        )
        const arrivedAt = order.findIndex((what) => what !== 'sent' && what !== 'failed')
        const again = entries.filter(
          ({ kind, dueAt }) => kind === challengeUndeliverable && typeof dueAt === 'number',
        )
        const mayRepeat = failure !== 'optout' && order.indexOf('failed') < arrivedAt
        expect(again, `${failure}: ${order.join(' ')}`).toHaveLength(mayRepeat ? 1 : 0)
        const over = entries.filter(({ kind }) => kind === challengeFailed)
        expect(over).toHaveLength(
          failure === 'optout' && order.indexOf('failed') < arrivedAt ? 1 : 0,
        )
      }
    }
  })
})

const arbitraryReport = fc.record({
  attempt: fc.integer({ min: 1, max: 3 }),
  deliveryStatus: fc.constantFrom<DeliveryStatus>(
    'accepted',
    'sent',
    'delivered',
    'read',
    'failed',
  ),
  at: fc.integer({ min: createdAt, max: expiresAt + minute }),
  failure: fc.constantFrom<FailureClass>(
    'recipient',
    'recipient-transient',
    'optout',
    'content',
    'account',
    'fraud',
    'rate',
    'transient',
  ),
})

const arbitraryAttempts = fc
  .array(
    fc.constantFrom<AttemptState['outcome']>('accepted', 'uncertain', 'deferred', 'failed', null),
    { minLength: 1, maxLength: 3 },
  )
  .map((outcomes) =>
    outcomes.map((outcome, index) => ({ attempt: index + 1, outcome, failedAt: null })),
  )

describe('any reports about any attempts', () => {
  test('the status never goes back, times only move to earlier ones, nothing stands twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<ChallengeKind>('sms-2fa', 'whatsapp-2fa', 'sms-token'),
        arbitraryAttempts,
        fc.array(arbitraryReport, { maxLength: 12 }),
        fc.nat({ max: 15 * minute }),
        (challengeKind, attempts, reports, later) => {
          let world: World = { facts: challenge(challengeKind), attempts, entries: [] }
          for (const one of reports.filter(({ attempt }) => attempt <= attempts.length)) {
            const before = world
            world = report(world, one, createdAt + later)
            expect(rankOf(world.facts)).toBeGreaterThanOrEqual(rankOf(before.facts))
            for (const column of ['acceptedAt', 'sentAt', 'deliveredAt', 'readAt'] as const) {
              const [was, is] = [before.facts[column], world.facts[column]]
              expect(is ?? Infinity).toBeLessThanOrEqual(was ?? Infinity)
            }
            // The same callback again, under another key, changes nothing.
            const again = report(world, one, createdAt + later)
            expect(again.facts).toEqual(world.facts)
            expect(again.attempts).toEqual(world.attempts)
            expect(again.entries).toEqual(world.entries)
          }
        },
      ),
    )
  })

  test('a next attempt is only asked for while the record is open and has one left', () => {
    fc.assert(
      fc.property(
        arbitraryAttempts,
        arbitraryReport,
        fc.nat({ max: 12 * minute }),
        (attempts, one, later) => {
          fc.pre(one.attempt <= attempts.length)
          const now = createdAt + later
          const { entries } = report(
            { facts: challenge('sms-2fa'), attempts, entries: [] },
            one,
            now,
          )
          const again = entries.find(({ dueAt }) => typeof dueAt === 'number')
          if (!again) return
          expect(one.deliveryStatus).toBe('failed')
          expect(again.attempt).toBe(attempts.length)
          expect(again.dueAt).toBeGreaterThanOrEqual(now)
          expect(again.dueAt).toBeLessThan(expiresAt)
          const sends = attempts.filter(
            ({ outcome }) => outcome !== 'failed' && outcome !== 'deferred',
          )
          expect(sends.length).toBeLessThan(3)
          expect(entries.map(({ kind }) => kind.name)).not.toContain('challenge-failed')
        },
      ),
    )
  })
})

const rankOf = (facts: ChallengeState) => ranks[toStatus(facts)] ?? -1

test('a vendor’s time is moved to the transaction’s clock, neither into its future nor before the send', () => {
  const clock = { offsetMs: 60_000, now: createdAt + 90_000, since: createdAt }
  expect(toClock(createdAt - 20_000, clock)).toBe(createdAt + 40_000)
  expect(toClock(createdAt + 50_000, clock)).toBe(createdAt + 90_000)
  expect(toClock(createdAt - 90_000, clock)).toBe(createdAt)
  fc.assert(
    fc.property(fc.integer(), (wallAt) => {
      const at = toClock(wallAt, clock)
      expect(at >= clock.since && at <= clock.now).toBe(true)
    }),
  )
})

test('a failure after one that stands names its reason, and promises no try that nobody makes', () => {
  const failed = { failedAt: createdAt + 1_500, failureCode: 'send-uncertain' }
  const begun = start('whatsapp-2fa')
  const world = applyTo({ ...begun, facts: { ...begun.facts, ...failed } }, 'failed', 'recipient')
  expect(standingFailure(world.facts)?.code).toBe('recipient-refused')
  expect(world.entries.map(({ dueAt }) => dueAt ?? null)).not.toContainEqual(expect.any(Number))
})
