// Plans the next attempt: with the same account or another one, after a wait, or none. Pure: it depends on the earlier
// attempts alone, so the plan at the end of one attempt and the choice at the claim of the next agree.
import { type AccountStates, chooseAccount } from '#src/journey/calls/choose.ts'
import type { FailureCode } from './failure.ts'
import type { AnsweredInVain } from './port.ts'

/** The columns of an attempt that the choice of the next one depends on. */
export type TriedPurchase = {
  readonly account: string
  readonly outcome: 'answered' | 'accepted' | 'deferred' | 'failed' | 'uncertain' | null
  readonly failureClass: 'input' | 'account' | 'rate' | 'transient' | null
  readonly code?: string | null
}

export type Accounts = AccountStates & {
  /** The accounts that offer the service, in their configured order. */
  readonly names: readonly string[]
}

export type Plan =
  /** `wait`: every account that may still try is resting now. */
  | { readonly kind: 'call' | 'wait'; readonly account: string; readonly waitMs: number }
  | { readonly kind: 'fail'; readonly code: FailureCode }
  | { readonly kind: 'full'; readonly account: string }
  /** The last attempt is final, so nothing is bought. */
  | { readonly kind: 'none' }

/** The pauses after the first, second and third refusal of an account; after that it is not asked again. */
const backoffsMs = [5_000, 30_000, 120_000] as const
const attemptsMax = 10

export function planNext(tried: readonly TriedPurchase[], accounts: Accounts): Plan {
  const last = tried.at(-1)
  if (accounts.names.length === 0) return { kind: 'fail', code: 'no-provider' }
  if (last && !mayFollow(last)) return { kind: 'none' }
  if (last?.failureClass === 'input') return { kind: 'fail', code: 'input-refused' }
  if (tried.length >= attemptsMax) return giveUp(tried)
  const usable = accounts.names.filter((name) => !isSpent(tried, name))
  const choice = chooseAccount(usable, (name) => refusals(tried, name) === 0, accounts)
  switch (choice.kind) {
    case 'use':
      return { kind: 'call', account: choice.account, waitMs: backoffMs(tried, choice.account) }
    case 'rest':
      return { kind: 'wait', account: choice.account, waitMs: choice.waitMs }
    case 'full':
      return choice
    case 'none':
      return giveUp(tried)
  }
}

const inVain = ['unreadable', 'other-document', 'nothing-searched', 'outdated'] as const satisfies AnsweredInVain[] // prettier-ignore

/** A failure counts as uncertain when an account has answered unreadably, because it may have found something. */
const giveUp = (tried: readonly TriedPurchase[]): Plan => ({
  kind: 'fail',
  code: tried.some(({ code }) => inVain.some((one) => one === code))
    ? 'check-uncertain'
    : 'provider-failed',
})

/** Whether another attempt may follow: only if this one surely bought nothing, or may be repeated without harm. */
const mayFollow = ({ outcome }: TriedPurchase) => outcome === 'deferred' || outcome === 'failed'

const refusals = (tried: readonly TriedPurchase[], account: string) =>
  tried.filter((one) => one.account === account && one.outcome === 'deferred').length

const isSpent = (tried: readonly TriedPurchase[], account: string) =>
  refusals(tried, account) > backoffsMs.length ||
  tried.some((one) => one.account === account && one.outcome === 'failed')

const backoffMs = (tried: readonly TriedPurchase[], account: string) =>
  backoffsMs[refusals(tried, account) - 1] ?? 0
