// Decides how the end of an attempt is recorded and what follows. Pure; times are epoch ms of the transaction’s clock.
import type { Attempt } from '#src/messaging/challenges/attempts.ts'
import type { SendOutcome } from '#src/messaging/challenges/port.ts'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import type { FailureCode } from '#src/messaging/challenges/schema.ts'
import type { ChallengeRules } from '#src/messaging/challenges/settings.ts'
import {
  type Accounts,
  backoffMs,
  failureCodeOf,
  planNext,
  refusalsOf,
  type TriedSend,
  unreported,
} from '#src/messaging/challenges/plan.ts'
import type { CallHealth } from '#src/journey/calls/breaker.ts'

/** The pause before the next look-up when the vendor could not be asked. */
const askAgainMs = 30_000

export type Decision = {
  readonly outcome: NonNullable<Attempt['outcome']>
  readonly code: string | null
  readonly failureClass: FailureClass | null
  readonly next:
    | { readonly kind: 'done' }
    | { readonly kind: 'again' | 'look-up'; readonly dueAt: number }
    | { readonly kind: 'fail'; readonly code: FailureCode }
}

export type SendSituation = {
  readonly account: string
  /** The number to which it was sent, by its field in the transaction. */
  readonly source?: string
  /** The attempts before this one. */
  readonly before: readonly TriedSend[]
  readonly accounts: Accounts & { readonly rules: ChallengeRules }
  readonly now: number
  readonly claimedAt: number
  readonly expiresAt: number
  /** How long after the claim another account may repeat a message that may have been sent; absent where none may. */
  readonly doubleAfterMs?: number
  /** A random number from 0 to 1 that spreads the retries of one account. */
  readonly jitter: number
}

const accepted: Decision = {
  outcome: 'accepted',
  code: null,
  failureClass: null,
  next: { kind: 'done' },
}

export function decideAfterSend(result: SendOutcome, at: SendSituation): Decision {
  switch (result.kind) {
    case 'accepted':
      return accepted
    case 'rejected':
      return follow({ outcome: 'failed', code: result.code, failureClass: result.class }, at)
    case 'deferred':
      return decideAfterRefusal(result, at)
    case 'uncertain':
      return lookUpAt(result.cause, at.claimedAt + at.accounts.rules.uncertainMs, at)
  }
}

/** Judges the account by a result: it has no meaning when only the recipient or the message is at fault. */
export function judge(result: SendOutcome): CallHealth {
  switch (result.kind) {
    case 'accepted':
      return 'works'
    case 'rejected':
      if (result.class === 'unknown') return 'nothing'
      return result.class === 'account' ? 'refused' : 'works'
    case 'deferred':
      return result.class === 'account' || isTimeout(result.code) ? 'fault' : 'nothing'
    case 'uncertain':
      return result.cause === 'reset' ? 'nothing' : 'fault'
  }
}

const isTimeout = (code: string) => code === 'unreachable-connect-timeout' || code === 'timeout'

/** `later`: the vendor could not be asked now. */
export type LookedUp = 'found' | 'absent' | 'unknown' | 'later'

export function decideAfterLookup(found: LookedUp, at: SendSituation): Decision {
  switch (found) {
    case 'found':
      return accepted
    case 'absent':
      return follow({ outcome: 'deferred', code: 'absent', failureClass: null }, at)
    case 'later':
      return decideUnasked(at)
    case 'unknown':
      return decideUnreported(at) ?? doubtful
  }
}

/** Schedules another look-up, unless another account would send before it. */
function decideUnasked(at: SendSituation): Decision {
  const dueAt = at.now + askAgainMs
  const isTooLate = at.doubleAfterMs !== undefined && dueAt > at.claimedAt + at.doubleAfterMs
  const doubled = isTooLate ? decideUnreported(at) : undefined
  return doubled ?? lookUpAt('not-asked', dueAt, at)
}

/** Lets the next account send the same message when no report has arrived by then; undefined when no account may. */
function decideUnreported(at: SendSituation): Decision | undefined {
  if (at.doubleAfterMs === undefined) return undefined
  const { account, before, accounts, now, claimedAt, expiresAt } = at
  const ended = { outcome: 'uncertain', code: unreported, failureClass: null } as const
  const plan = planNext([...before, { ...numberOf(at), account, ...ended }], accounts)
  if (plan.kind === 'fail' || plan.kind === 'none') return undefined
  const waitMs = plan.kind === 'full' ? 0 : plan.waitMs
  const dueAt = Math.max(now + waitMs, claimedAt + at.doubleAfterMs)
  return dueAt < expiresAt ? { ...ended, next: { kind: 'again', dueAt } } : undefined
}

const doubtful: Decision = {
  outcome: 'uncertain',
  code: 'send-uncertain',
  failureClass: null,
  next: { kind: 'fail', code: 'send-uncertain' },
}

function lookUpAt(code: string, dueAt: number, { now, expiresAt }: SendSituation): Decision {
  const due = Math.max(dueAt, now)
  if (due >= expiresAt) return doubtful
  return { outcome: 'uncertain', code, failureClass: null, next: { kind: 'look-up', dueAt: due } }
}

/**
 * After a temporary refusal the attempt is repeated after a pause, until its tries or the record’s time are used up.
 */
function decideAfterRefusal(
  { class: failureClass, code, retryAfterMs = 0 }: SendOutcome & { kind: 'deferred' },
  at: SendSituation,
): Decision {
  const ended = { outcome: 'deferred', code, failureClass } as const
  const tried = [...at.before, { ...numberOf(at), account: at.account, ...ended }]
  const waitMs = Math.max(backoffMs(tried, at.account, at.accounts), retryAfterMs)
  const isLast =
    refusalsOf(tried, at.account).length > at.accounts.rules.backoffSeconds.length ||
    at.now + waitMs >= at.expiresAt
  return follow(isLast ? { ...ended, outcome: 'failed' } : ended, at, retryAfterMs)
}

const numberOf = ({ source }: SendSituation) => (source === undefined ? {} : { source })

function follow(ended: Omit<Decision, 'next'>, at: SendSituation, retryAfterMs = 0): Decision {
  const { account, now, expiresAt } = at
  const plan = planNext([...at.before, { ...numberOf(at), account, ...ended }], at.accounts)
  return { ...ended, next: whenDue() }

  function whenDue(): Decision['next'] {
    if (plan.kind === 'fail') return plan
    if (plan.kind === 'none') return { kind: 'done' }
    // By the next try the calls in progress will have ended.
    if (plan.kind === 'full') return { kind: 'again', dueAt: now }
    const isSameAccount = plan.kind === 'call' && plan.account === account
    const waitMs = isSameAccount ? Math.max(plan.waitMs, retryAfterMs) : plan.waitMs
    const dueAt = now + Math.round(waitMs * (1 + at.jitter * at.accounts.rules.spread))
    return dueAt < expiresAt
      ? { kind: 'again', dueAt }
      : { kind: 'fail', code: failureCodeOf(ended.failureClass) }
  }
}
