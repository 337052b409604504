// A record and its attempts as a test sees them, and what a report changes of both.
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { type ChallengeKind, channelOf } from '#src/messaging/wire/channel.ts'
import { applyDeliveryStatus, type AttemptState } from '#src/messaging/inbound/apply.ts'
import type { FailureClass, DeliveryStatus } from '#src/messaging/challenges/vendor-events.ts'
import { stateOf } from '../inbound/state-of.ts'

export const minute = 60_000
export const createdAt = Date.UTC(2026, 10, 20, 12)
export const expiresAt = createdAt + 10 * minute

export function challenge(
  challengeKind: ChallengeKind,
  changes: Partial<ChallengeState> = {},
): ChallengeState {
  return stateOf({
    id: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
    transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e36',
    mode: 'live',
    challengeKind,
    channel: channelOf[challengeKind],
    createdAt,
    expiresAt,
    ...changes,
  })
}

export type World = {
  readonly facts: ChallengeState
  readonly attempts: readonly AttemptState[]
  readonly entries: readonly NewEntry[]
}

type Report = {
  readonly attempt?: number
  readonly deliveryStatus: DeliveryStatus
  readonly at: number
  readonly failure?: FailureClass
}

/** Applies a report as the store does. */
export function report(
  { facts, attempts, entries }: World,
  { attempt = 1, deliveryStatus, at, failure = 'content' }: Report,
  now = createdAt + minute,
): World {
  const reported = {
    attempt,
    deliveryStatus,
    at,
    ...(deliveryStatus === 'failed' && { failure: { class: failure, code: 'twilio-1' } }),
  }
  const applied = applyDeliveryStatus(facts, attempts, reported, now)
  const { failedAt } = applied.attempt
  return {
    facts: {
      ...facts,
      ...applied.times,
      ...(applied.failureCode && { failureCode: applied.failureCode }),
    },
    attempts: attempts.map((one) =>
      one.attempt === attempt && failedAt !== undefined ? { ...one, failedAt } : one,
    ),
    entries: [...entries, ...applied.entries],
  }
}
