// Derives what a vendor’s report changes in a record. Pure: reports come in any order, late and repeated, and times
// only move to the earliest reported one. Epoch ms of the transaction’s clock.
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import {
  challengeDelivered,
  challengeFailed,
  challengeRead,
  challengeSent,
  challengeUndeliverable,
} from '#src/messaging/challenges/kinds.ts'
import type { FailureClass, DeliveryStatus } from '#src/messaging/challenges/vendor-events.ts'
import { sendsPerRecordMax } from '#src/messaging/challenges/settings.ts'
import { type FailureCode, isReplaceable } from '#src/messaging/challenges/status.ts'
import { failureCodeOf } from '#src/messaging/challenges/plan.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'

/** The fields of an attempt by which reports are judged; `outcome` null means that it is in progress. */
export type AttemptState = {
  readonly attempt: number
  readonly outcome: 'accepted' | 'deferred' | 'failed' | 'uncertain' | null
  readonly failedAt: number | null
  readonly failureClass?: FailureClass | null
}

/** A reported status of an attempt; `at` is never later than now. */
export type ReportedStatus = {
  readonly attempt: number
  readonly deliveryStatus: DeliveryStatus
  readonly at: number
  readonly failure?: { readonly class: FailureClass; readonly code: string }
}

/** Set where a failure with an unknown code is followed by another account, after `afterMs`. */
export type Doubling = { readonly afterMs: number }

export type TimeChanges = Partial<
  Record<'acceptedAt' | 'sentAt' | 'deliveredAt' | 'readAt' | 'failedAt', number>
>

/** The changes to write; what is already stored is left out. */
export type AppliedStatus = {
  readonly times: TimeChanges
  readonly failureCode?: FailureCode
  /** The changes of the reported attempt. */
  readonly attempt: {
    readonly failedAt?: number
    readonly code?: string
    readonly failureClass?: FailureClass
  }
  /**
   * The number gets nothing more on this channel: after an opt-out until the person says START, otherwise for 30 days.
   */
  readonly suppress?: 'opt-out' | 'recipient'
  readonly entries: readonly NewEntry[]
}

/** The pause before a message that was lost on its way is repeated. */
const againMs = 30_000

const columns = {
  accepted: 'acceptedAt',
  sent: 'sentAt',
  delivered: 'deliveredAt',
  read: 'readAt',
  failed: 'failedAt',
} as const satisfies Record<DeliveryStatus, keyof TimeChanges>

const kindOf = { sent: challengeSent, delivered: challengeDelivered, read: challengeRead } as const

/** Any report proves that the vendor accepted the attempt. */
export function applyDeliveryStatus(
  state: ChallengeState,
  attempts: readonly AttemptState[],
  { doubling, ...reported }: ReportedStatus & { readonly doubling?: Doubling | undefined },
  now: number,
): AppliedStatus {
  const applied =
    reported.deliveryStatus === 'failed'
      ? applyFailure(state, attempts, { ...reported, doubling }, now)
      : applyProgress(state, reported.deliveryStatus, reported)
  return { ...applied, times: { ...earliest(state, 'acceptedAt', reported.at), ...applied.times } }
}

function applyProgress(
  state: ChallengeState,
  deliveryStatus: Exclude<DeliveryStatus, 'failed'>,
  { attempt, at }: ReportedStatus,
): AppliedStatus {
  const column = columns[deliveryStatus]
  const isFirst = deliveryStatus !== 'accepted' && state[column] === null
  return {
    times: earliest(state, column, at),
    attempt: {},
    entries: isFirst ? [{ kind: kindOf[deliveryStatus], attempt }] : [],
  }
}

function applyFailure(
  state: ChallengeState,
  attempts: readonly AttemptState[],
  {
    attempt,
    at,
    failure = { class: 'unknown', code: 'undelivered' },
    doubling,
  }: ReportedStatus & { readonly doubling: Doubling | undefined },
  now: number,
): AppliedStatus {
  const own = attempts.find((one) => one.attempt === attempt)
  // Some vendors report a failure twice, with two codes, and only the first counts.
  if (own && own.failedAt !== null) {
    const times = state.failedAt === null ? {} : earliest(state, 'failedAt', at)
    return { times, attempt: at < own.failedAt ? { failedAt: at } : {}, entries: [] }
  }
  const arrived = hasArrived(state)
  const waitMs = failure.class === 'unknown' ? doubling?.afterMs : waitOf(failure.class, attempts)
  const dueAt = nextTryAt(state, attempts, { attempt, waitMs }, now)
  const undeliverable: NewEntry = {
    kind: challengeUndeliverable,
    attempt,
    code: failure.code,
    dueAt,
  }
  const isClosed =
    dueAt === null && !attempts.some((other) => mayStillArrive(other, attempts, attempt))
  const code = toFailureCode(state, failure.class)
  const suppress = suppressionOf(failure.class, arrived)
  return {
    times: isClosed ? earliest(state, 'failedAt', at) : {},
    // The first reason is kept, unless it only said that the outcome was unknown.
    ...(isClosed && isUnexplained(state) && { failureCode: code }),
    attempt: { failedAt: at, code: failure.code, failureClass: failure.class },
    ...(suppress && { suppress }),
    entries:
      isClosed && !arrived
        ? [undeliverable, { kind: challengeFailed, attempt, code }]
        : [undeliverable],
  }
}

/** With an unknown code the message may have arrived nevertheless, unless it is known to have been sent. */
function toFailureCode({ sentAt }: ChallengeState, failureClass: FailureClass): FailureCode {
  if (failureClass !== 'unknown') return failureCodeOf(failureClass)
  return sentAt === null ? 'send-uncertain' : 'undelivered'
}

const hasArrived = ({ deliveredAt, readAt, repliedAt }: ChallengeState) =>
  deliveredAt !== null || readAt !== null || repliedAt !== null

const isUnexplained = ({ failureCode }: ChallengeState) =>
  failureCode === null || failureCode === 'send-uncertain'

/** When the record is sent again after its newest attempt failed; null when it is not. */
function nextTryAt(
  state: ChallengeState,
  attempts: readonly AttemptState[],
  {
    attempt: failed,
    waitMs,
  }: Pick<AttemptState, 'attempt'> & { readonly waitMs: number | undefined },
  now: number,
): number | null {
  const isNewest = attempts.every(({ attempt }) => attempt <= failed)
  const sends = attempts.filter(({ outcome }) => outcome !== 'failed' && outcome !== 'deferred')
  if (waitMs === undefined || !isNewest || sends.length >= sendsPerRecordMax) return null
  // A record that has failed is not sent again.
  if (
    state.failedAt !== null ||
    hasArrived(state) ||
    !isReplaceable(state, now) ||
    now + waitMs >= state.expiresAt
  )
    return null
  return now + waitMs
}

/**
 * The pause before the next attempt: none after a wrong number or an account that cannot send; a message that was lost
 * on its way is repeated once.
 */
function waitOf(
  failureClass: Exclude<FailureClass, 'unknown'>,
  attempts: readonly AttemptState[],
): number | undefined {
  switch (failureClass) {
    case 'recipient':
    case 'recipient-later':
    case 'unrouted':
    case 'account':
      return 0
    // A message without a template that was refused for a closed session window is repeated with one.
    case 'window':
      return attempts.some(({ failureClass }) => failureClass === 'window') ? undefined : 0
    case 'recipient-transient':
    case 'rate':
    case 'transient':
      return attempts.some(({ failedAt }) => failedAt !== null) ? undefined : againMs
    case 'optout':
    case 'content':
    case 'fraud':
    case 'bounced':
      return undefined
  }
}

/** Whether another attempt than the failed one can still deliver the message, or is about to be made. */
function mayStillArrive(
  other: AttemptState,
  attempts: readonly AttemptState[],
  failed: number,
): boolean {
  if (other.attempt === failed || other.failedAt !== null || other.outcome === 'failed')
    return false
  const isNewest = attempts.every(({ attempt }) => attempt <= other.attempt)
  return other.outcome !== 'deferred' || isNewest
}

function suppressionOf(failureClass: FailureClass, arrived: boolean) {
  if (failureClass === 'optout') return 'opt-out'
  // A message that arrived proves that the number exists.
  const isUnknown = failureClass === 'recipient' || failureClass === 'unrouted'
  return isUnknown && !arrived ? 'recipient' : undefined
}

function earliest(state: ChallengeState, column: keyof TimeChanges, at: number): TimeChanges {
  const known = state[column]
  return known === null || at < known ? { [column]: at } : {}
}

/**
 * Converts a vendor’s wall time to the transaction’s clock: not after now and not before the message was claimed,
 * because some vendors report whole seconds or minutes only.
 */
export function toClock(
  wallAt: number,
  clock: { readonly offsetMs: number; readonly now: number; readonly since: number },
): number {
  return Math.min(Math.max(wallAt + clock.offsetMs, clock.since), clock.now)
}
