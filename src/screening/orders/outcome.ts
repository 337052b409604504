// Decides how the outcome of an attempt is recorded and what follows. Pure; times are epoch milliseconds of the
// transaction's clock.
import type { FailureCode } from './failure.ts'
import { type Accounts, planNext, type TriedPurchase } from './plan.ts'
import type { CheckAccount, CheckOutcome } from './port.ts'

/** The result of a call: of a purchase, of a look-up, or of a query for a result. */
export type CallResult =
  | CheckOutcome
  /** `absent`: the vendor surely has nothing; `unknown`: it cannot tell. */
  | { readonly kind: 'absent' | 'unknown' }
  /** The vendor could not be asked now. */
  | { readonly kind: 'later' }
  | { readonly kind: 'not-ready' }

export type Decision = Omit<TriedPurchase, 'account'> & {
  readonly code: string | null
  readonly next:
    | { readonly kind: 'done' }
    | { readonly kind: 'again' | 'look-up' | 'await'; readonly dueAt: number }
    | { readonly kind: 'fail'; readonly code: FailureCode }
}

export type OrderSituation = {
  readonly account: string
  /** The present configuration of the account; undefined when it was removed. */
  readonly configured: Pick<CheckAccount, 'repeat' | 'resultMs' | 'poll'> | undefined
  readonly sent: number
  readonly claimedAt: number
  /** Whether the vendor has said that it works on the order. */
  readonly isAccepted: boolean
  /** The attempts before this one. */
  readonly before: readonly TriedPurchase[]
  readonly accounts: Accounts
  readonly now: number
  /** A random number from 0 to 1 that spreads the retries of one account. */
  readonly jitter: number
}

/** The waits until a purchase with an unknown outcome is repeated under its key, or looked up. */
const doubtWaitsMs = [2_000, 20_000, 120_000, 600_000] as const
const asksMax = 40
const spread = 0.2

export function decide(found: CallResult, at: OrderSituation): Decision {
  if (at.isAccepted) return decideWaiting(found, at)
  switch (found.kind) {
    case 'answered':
      return answered('result')
    case 'no-data':
      return answered('no-data')
    case 'accepted':
    case 'not-ready':
      return awaitResult(at)
    case 'rejected':
      // A refused input was refused at the first sending too.
      if (isRepeated(at) && found.class !== 'input') return doubt(found.code, at)
      return follow({ outcome: 'failed', code: found.code, failureClass: found.class }, at)
    case 'deferred': {
      const { code, class: failureClass, retryAfterMs } = found
      if (isRepeated(at)) return doubt(code, at, retryAfterMs)
      return follow({ outcome: 'deferred', code, failureClass }, at, retryAfterMs)
    }
    case 'uncertain':
      return doubt(found.cause, at)
    case 'absent':
      return follow({ outcome: 'deferred', code: 'absent', failureClass: null }, at)
    case 'unknown':
      return undecidable('unknown')
    case 'later':
      return doubt('not-asked', at)
  }
}

/** Decides on an order that was bought, of which only the result is missing. */
function decideWaiting(found: CallResult, at: OrderSituation): Decision {
  switch (found.kind) {
    case 'answered':
      return answered('result')
    case 'no-data':
      return answered('no-data')
    case 'rejected':
      return noResult(found.code)
    case 'absent':
    case 'accepted':
    case 'deferred':
    case 'later':
    case 'not-ready':
    case 'uncertain':
    case 'unknown':
      return awaitResult(at)
  }
}

const answered = (code: 'result' | 'no-data'): Decision => ({
  outcome: 'answered',
  code,
  failureClass: null,
  next: { kind: 'done' },
})

const noResult = (code: string): Decision => ({
  outcome: 'accepted',
  code,
  failureClass: null,
  next: { kind: 'fail', code: 'no-result' },
})

const undecidable = (code: string): Decision => ({
  outcome: 'uncertain',
  code,
  failureClass: null,
  next: { kind: 'fail', code: 'check-uncertain' },
})

/** Asks for the result at growing intervals until the account's time limit. */
function awaitResult(at: OrderSituation): Decision {
  const deadline = at.claimedAt + (at.configured?.resultMs ?? 0)
  if (at.now >= deadline) return noResult('no-result')
  const everyMs = (at.configured?.poll?.everyMs ?? Infinity) * 1.3 ** Math.min(at.sent - 1, asksMax)
  const dueAt = Math.min(at.now + Math.round(everyMs), deadline)
  return { outcome: 'accepted', code: null, failureClass: null, next: { kind: 'await', dueAt } }
}

/** Whether the attempt was sent again under its key: a failure of this sending says nothing about the earlier one. */
const isRepeated = ({ configured, sent }: OrderSituation) =>
  configured?.repeat === 'key' && sent > 1

/** Decides on an order that may have been bought, by what its account allows. */
function doubt(cause: string, at: OrderSituation, retryAfterMs = 0): Decision {
  switch (at.configured?.repeat) {
    case 'safe':
      return follow({ outcome: 'deferred', code: cause, failureClass: 'transient' }, at)
    case 'key':
    case 'lookup': {
      const waitMs = doubtWaitsMs[at.sent - 1]
      if (waitMs === undefined) return undecidable(cause)
      const next = { kind: 'look-up', dueAt: later(at, Math.max(waitMs, retryAfterMs)) } as const
      return { outcome: 'uncertain', code: cause, failureClass: null, next }
    }
    case 'never':
    case undefined:
      return undecidable(cause)
  }
}

const later = ({ now, jitter }: OrderSituation, ms: number) =>
  now + Math.round(ms * (1 + jitter * spread))

function follow(
  ended: Pick<Decision, 'outcome' | 'code' | 'failureClass'>,
  at: OrderSituation,
  retryAfterMs = 0,
): Decision {
  const plan = planNext([...at.before, { account: at.account, ...ended }], at.accounts)
  switch (plan.kind) {
    case 'fail':
      return { ...ended, next: plan }
    case 'call':
    case 'wait': {
      const isSame = plan.account === at.account
      const waitMs = isSame ? Math.max(plan.waitMs, retryAfterMs) : plan.waitMs
      return { ...ended, next: { kind: 'again', dueAt: later(at, waitMs) } }
    }
    // By the next try the calls that fill the accounts now will be over.
    case 'full':
    case 'none':
      return { ...ended, next: { kind: 'again', dueAt: at.now } }
  }
}
