// Derives what a vendor's report changes in a record. Pure: reports come in any order, late and repeated, and times
// only ever move to the earliest that was reported. Epoch milliseconds of the transaction's clock.
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

/** A send of the record, as far as reports are judged by it; `outcome` null: it is under way. */
export type AttemptState = {
  readonly attempt: number
  readonly outcome: 'accepted' | 'deferred' | 'failed' | 'uncertain' | null
  readonly failedAt: number | null
  readonly failureClass?: FailureClass | null
}

/** What was reported of an attempt; `at` is never later than now. */
export type ReportedStatus = {
  readonly attempt: number
  readonly deliveryStatus: DeliveryStatus
  readonly at: number
  readonly failure?: { readonly class: FailureClass; readonly code: string }
}

/** Whether a failure of which no table knows the code is followed by another account, and how long after. */
export type Doubling = { readonly afterMs: number }

export type TimeChanges = Partial<
  Record<'acceptedAt' | 'sentAt' | 'deliveredAt' | 'readAt' | 'failedAt', number>
>

/** What is to be written; what stands there already is left out. */
export type AppliedStatus = {
  readonly times: TimeChanges
  readonly failureCode?: FailureCode
  /** Of the attempt that it is about. */
  readonly attempt: {
    readonly failedAt?: number
    readonly code?: string
    readonly failureClass?: FailureClass
  }
  /** The number gets nothing more on this channel: until its person says START, or for 30 days. */
  readonly suppress?: 'opt-out' | 'recipient'
  readonly entries: readonly NewEntry[]
}

/** How long until a message that was lost on its way is tried again. */
const againMs = 30_000

const columns = {
  accepted: 'acceptedAt',
  sent: 'sentAt',
  delivered: 'deliveredAt',
  read: 'readAt',
  failed: 'failedAt',
} as const satisfies Record<DeliveryStatus, keyof TimeChanges>

const kindOf = {
  sent: challengeSent,
  delivered: challengeDelivered,
  read: challengeRead,
} as const

/** Whatever is reported of it, the vendor has accepted the attempt. */
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
  // Vendors report some failures twice, in two words.
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
    // The first reason stays, unless it only said that nothing was known.
    ...(isClosed && isUnexplained(state) && { failureCode: code }),
    attempt: { failedAt: at, code: failure.code, failureClass: failure.class },
    ...(suppress && { suppress }),
    entries:
      isClosed && !arrived
        ? [undeliverable, { kind: challengeFailed, attempt, code }]
        : [undeliverable],
  }
}

/** Of an unknown code the message may have arrived all the same, unless it is known to have left. */
function toFailureCode({ sentAt }: ChallengeState, failureClass: FailureClass): FailureCode {
  if (failureClass !== 'unknown') return failureCodeOf(failureClass)
  return sentAt === null ? 'send-uncertain' : 'undelivered'
}

const hasArrived = ({ deliveredAt, readAt, repliedAt }: ChallengeState) =>
  deliveredAt !== null || readAt !== null || repliedAt !== null

const isUnexplained = ({ failureCode }: ChallengeState) =>
  failureCode === null || failureCode === 'send-uncertain'

/** When the record is tried again after its newest attempt has failed; null: it is not. */
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

/** A wrong number or an account that cannot: the next one at once. What was lost on its way: again, once. */
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
    // What was taken free of a template, and then refused for that, goes as one.
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

/** Whether another attempt than the failed one can still bring the message, or is about to be made. */
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
  // What has arrived once proves the number.
  const isUnknown = failureClass === 'recipient' || failureClass === 'unrouted'
  return isUnknown && !arrived ? 'recipient' : undefined
}

function earliest(state: ChallengeState, column: keyof TimeChanges, at: number): TimeChanges {
  const known = state[column]
  return known === null || at < known ? { [column]: at } : {}
}

/**
 * A vendor's wall time on the transaction's clock: neither after now nor before the message was claimed,
 * because some report whole seconds or minutes only.
 */
export function toClock(
  wallAt: number,
  clock: { readonly offsetMs: number; readonly now: number; readonly since: number },
): number {
  return Math.min(Math.max(wallAt + clock.offsetMs, clock.since), clock.now)
}
