// What an attempt's end means: how it is written down, and what follows. Pure; times are epoch milliseconds
// of the transaction's clock.
import type { Attempt } from './attempts.ts'
import type { FailureClass, SendResult } from './port.ts'
import type { FailureCode } from './status.ts'
import {
  type Accounts,
  backoffMs,
  failureCodeOf,
  planNext,
  refusalsOf,
  settings,
  type Tried,
} from './failover.ts'

/** So long a callback may tell what became of a send that has no outcome. */
const uncertainMs = 20_000
/** Until the next look-up when the vendor could not be asked. */
const askAgainMs = 30_000

export type Decision = {
  readonly outcome: NonNullable<Attempt['outcome']>
  readonly code: string | null
  readonly failureClass: FailureClass | null
  readonly next:
    | { readonly kind: 'none' }
    | { readonly kind: 'again' | 'look-up'; readonly dueAt: number }
    | { readonly kind: 'fail'; readonly code: FailureCode }
}

export type Situation = {
  readonly provider: string
  /** The attempts before it. */
  readonly before: readonly Tried[]
  readonly accounts: Accounts
  readonly now: number
  readonly claimedAt: number
  readonly expiresAt: number
  /** From 0 to 1: spreads those who wait for the same account. */
  readonly jitter: number
}

const accepted: Decision = {
  outcome: 'accepted',
  code: null,
  failureClass: null,
  next: { kind: 'none' },
}

export function decideAfterSend(result: SendResult, at: Situation): Decision {
  switch (result.kind) {
    case 'accepted':
      return accepted
    case 'rejected':
      return follow({ outcome: 'failed', code: result.code, failureClass: result.class }, at)
    case 'deferred':
      return decideAfterRefusal(result, at)
    case 'uncertain':
      return lookUpAt(result.cause, at.claimedAt + uncertainMs, at)
  }
}

/** A send whose process died, or stood still: whether it left is asked for as after a lost answer. */
export const decideAfterCrash = (at: Situation): Decision =>
  lookUpAt('lost', at.claimedAt + uncertainMs, at)

/** `later`: the vendor could not be asked now. */
export function decideAfterLookup(
  found: 'found' | 'absent' | 'unknown' | 'later',
  at: Situation,
): Decision {
  switch (found) {
    case 'found':
      return accepted
    case 'absent':
      return follow({ outcome: 'deferred', code: 'absent', failureClass: null }, at)
    case 'later':
      return lookUpAt('not-asked', at.now + askAgainMs, at)
    case 'unknown':
      return doubtful
  }
}

const doubtful: Decision = {
  outcome: 'uncertain',
  code: 'send-uncertain',
  failureClass: null,
  next: { kind: 'fail', code: 'send-uncertain' },
}

function lookUpAt(code: string, dueAt: number, { now, expiresAt }: Situation): Decision {
  const due = Math.max(dueAt, now)
  if (due >= expiresAt) return doubtful
  return { outcome: 'uncertain', code, failureClass: null, next: { kind: 'look-up', dueAt: due } }
}

/** The account refuses for now: again after a while, until its tries or the record's time are spent. */
function decideAfterRefusal(
  { class: failureClass, code, retryAfterMs = 0 }: SendResult & { kind: 'deferred' },
  at: Situation,
): Decision {
  const ended = { outcome: 'deferred', code, failureClass } as const
  const tried = [...at.before, { provider: at.provider, ...ended }]
  const waitMs = Math.max(backoffMs(tried, at.provider), retryAfterMs)
  const isLast =
    refusalsOf(tried, at.provider).length > settings.backoffSeconds.length ||
    at.now + waitMs >= at.expiresAt
  return follow(isLast ? { ...ended, outcome: 'failed' } : ended, at, retryAfterMs)
}

function follow(ended: Omit<Decision, 'next'>, at: Situation, retryAfterMs = 0): Decision {
  const { provider, now, expiresAt } = at
  const plan = planNext([...at.before, { provider, ...ended }], at.accounts)
  return { ...ended, next: whenDue() }

  function whenDue(): Decision['next'] {
    if (plan.kind === 'fail' || plan.kind === 'none') return plan
    const isSameAccount = plan.kind === 'send' && plan.provider === provider
    const waitMs = isSameAccount ? Math.max(plan.waitMs, retryAfterMs) : plan.waitMs
    const dueAt = now + Math.round(waitMs * (1 + at.jitter / 5))
    return dueAt < expiresAt
      ? { kind: 'again', dueAt }
      : { kind: 'fail', code: failureCodeOf(ended.failureClass) }
  }
}
