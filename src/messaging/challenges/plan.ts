// Plans the next attempt: with the same account, the next account or the next number, after a pause, or none. Pure: it
// depends on the previous attempts only, so the plan when an attempt ends and the choice when the next is claimed
// agree.
import { type AccountStates, chooseAccount } from '#src/journey/calls/choose.ts'
import type { Attempt } from './attempts.ts'
import type { FailureClass } from './vendor-events.ts'
import { type ChallengeRules, resendsMax, sendsPerRecordMax } from './settings.ts'
import type { FailureCode } from './schema.ts'

/** The fields of an attempt that decide on the next one. */
export type TriedSend = Pick<Attempt, 'account' | 'outcome' | 'code' | 'failureClass'> & {
  /** The field of the transaction that holds the number of this attempt. */
  readonly source?: string
}

export type Accounts = AccountStates & {
  /** The names of the channel’s accounts, in the order in which they are tried. */
  readonly names: readonly string[]
  readonly rules: Pick<ChallengeRules, 'backoffSeconds'>
  /** Whether another number can be tried when one is refused. */
  readonly hasNumbers: boolean
  /** Accounts whose vendor does not accept the template that is needed. */
  readonly resting?: ReadonlySet<string>
}

export type Plan =
  /** `wait`: every account that may still try is paused, and `account` is available first. */
  | {
      readonly kind: 'call' | 'wait'
      readonly account: string
      readonly number: 'same' | 'next'
      readonly waitMs: number
    }
  | { readonly kind: 'fail'; readonly code: FailureCode }
  /** Every account that could send has its maximum of calls in progress, so nothing is claimed. */
  | { readonly kind: 'full'; readonly account: string }
  /** The last attempt stands, and nothing more is sent. */
  | { readonly kind: 'none' }

/** The attempts that count as sends: those that reached a phone, or may have, or were refused for the number. */
export function countSends(tried: readonly TriedSend[]): number {
  return tried.filter(
    ({ outcome, failureClass }) =>
      outcome === null ||
      outcome === 'accepted' ||
      outcome === 'uncertain' ||
      failureClass === 'recipient' ||
      failureClass === 'recipient-later' ||
      failureClass === 'unrouted',
  ).length
}

/** The code of an attempt without any report, which the next account is to repeat. */
export const unreported = 'unreported'

/** Plans the next attempt after those in `tried`. */
export function planNext(tried: readonly TriedSend[], all: Accounts): Plan {
  const plan = planAfter(tried, all)
  // A failure must be reported as uncertain if one of the messages may have left.
  const isInDoubt = plan.kind === 'fail' && tried.some(mayHaveLeft)
  return isInDoubt ? { kind: 'fail', code: 'send-uncertain' } : plan
}

const mayHaveLeft = ({ outcome, failureClass }: TriedSend) =>
  outcome === 'uncertain' || (outcome === 'accepted' && failureClass === 'unknown')

function planAfter(tried: readonly TriedSend[], all: Accounts): Plan {
  const last = tried.at(-1)
  if (all.names.length === 0) return { kind: 'fail', code: 'no-provider' }
  const accounts = { ...all, names: withoutResting(all) }
  if (!last) return planAccount(tried, accounts, 'same')
  const { outcome, code, failureClass } = last
  if (outcome === null) return { kind: 'none' }
  if (outcome === 'uncertain' && code !== unreported) return { kind: 'none' }
  if (outcome === 'accepted' && failureClass === null) return { kind: 'none' }
  if (countSends(tried) >= sendsPerRecordMax) return toFailure(last)
  if (outcome === 'uncertain') return planAccount(tried, accounts, 'same')
  if (code === 'absent') {
    const isSpent = tried.filter((one) => one.code === 'absent').length > resendsMax
    return isSpent ? toFailure(last) : resend(tried, accounts, last)
  }
  switch (failureClass) {
    case 'unrouted': {
      const others = untriedAt(tried, accounts.names, last)
      return others.length > 0
        ? planAccount(tried, { ...accounts, names: others }, 'same')
        : planAccount(tried, accounts, 'next')
    }
    case 'recipient':
    case 'recipient-later':
      return accounts.hasNumbers ? planAccount(tried, accounts, 'next') : toFailure(last)
    case 'recipient-transient':
      return count(tried, failureClass) > resendsMax
        ? toFailure(last)
        : resend(tried, accounts, last)
    case 'window':
      return count(tried, failureClass) > resendsMax
        ? toFailure(last)
        : resend(tried, accounts, last)
    case 'optout':
    case 'content':
    case 'fraud':
    case 'bounced':
      return toFailure(last)
    case 'rate':
    case 'transient':
      return mayRetry(tried, last)
        ? resend(tried, accounts, last, backoffMs(tried, last.account, accounts))
        : planAccount(tried, accounts, 'same')
    case 'account':
    case 'unknown':
    case null:
      return planAccount(tried, accounts, 'same')
  }
}

/** The failure code of a record, by the failure class of its last attempt. */
export function failureCodeOf(failureClass: FailureClass | null): FailureCode {
  switch (failureClass) {
    case 'recipient':
    case 'recipient-later':
    case 'unrouted':
      return 'recipient-refused'
    case 'recipient-transient':
      return 'undelivered'
    case 'optout':
      return 'opted-out'
    case 'content':
    case 'window':
      return 'content-refused'
    case 'fraud':
      return 'blocked'
    case 'bounced':
      return 'bounced'
    case 'account':
    case 'unknown':
    case 'rate':
    case 'transient':
    case null:
      return 'provider-failed'
  }
}

export const withoutResting = ({
  names,
  resting,
}: Pick<Accounts, 'names' | 'resting'>): readonly string[] =>
  resting ? names.filter((name) => !resting.has(name)) : names

/** Plans with the first account that has refused nothing, otherwise one that may try again, otherwise a wait. */
function planAccount(
  tried: readonly TriedSend[],
  accounts: Accounts,
  number: 'same' | 'next',
): Plan {
  const usable = accounts.names.filter((name) => !isSpent(tried, name) && !isInDoubt(tried, name))
  const isFresh = (name: string) => refusalsOf(tried, name).length === 0
  const choice = chooseAccount(usable, isFresh, accounts)
  switch (choice.kind) {
    case 'use': {
      const { account } = choice
      return { kind: 'call', account, number, waitMs: backoffMs(tried, account, accounts) }
    }
    case 'rest':
      return { kind: 'wait', account: choice.account, number, waitMs: choice.waitMs }
    case 'full':
      return choice
    case 'none':
      return { kind: 'fail', code: failureCodeOf(tried.at(-1)?.failureClass ?? null) }
  }
}

function resend(
  tried: readonly TriedSend[],
  accounts: Accounts,
  { account }: TriedSend,
  waitMs = 0,
): Plan {
  const { names, openMs, isFull } = accounts
  const isUsable = names.includes(account) && openMs(account) === 0 && !isFull(account)
  return isUsable
    ? { kind: 'call', account, number: 'same', waitMs }
    : planAccount(tried, accounts, 'same')
}

/** The accounts that were not tried with the number of an attempt. */
export const untriedAt = (
  tried: readonly TriedSend[],
  names: readonly string[],
  { source }: TriedSend,
): readonly string[] =>
  names.filter((name) => !tried.some((one) => one.account === name && one.source === source))

const toFailure = ({ failureClass }: TriedSend): Plan => ({
  kind: 'fail',
  code: failureCodeOf(failureClass),
})

/** An account that is unreachable is not waited for while another one can try. */
const mayRetry = (tried: readonly TriedSend[], last: TriedSend) =>
  !isUnreachable(last) && !isSpent(tried, last.account)

const isUnreachable = ({ code }: TriedSend) => code?.startsWith('unreachable-') ?? false

/** Whether the account has finally failed for this record. */
const isSpent = (tried: readonly TriedSend[], account: string) =>
  tried.some(
    (one) =>
      one.account === account &&
      one.outcome !== 'deferred' &&
      (one.failureClass === 'account' ||
        one.failureClass === 'unknown' ||
        (one.outcome === 'failed' && isPassing(one.failureClass))),
  )

/** Whether the account may have the message already, so that it must not send again. */
const isInDoubt = (tried: readonly TriedSend[], account: string) =>
  tried.some((one) => one.account === account && mayHaveLeft(one))

const isPassing = (failureClass: FailureClass | null) =>
  failureClass === 'rate' || failureClass === 'transient'

/** Whether the failure may pass: an operator may also repair our own access while the record waits. */
const isForNow = ({ outcome, failureClass }: TriedSend) =>
  isPassing(failureClass) || (outcome === 'deferred' && failureClass === 'account')

/** The temporary refusals of an account; after some of them it is not tried again. */
export const refusalsOf = (tried: readonly TriedSend[], account: string) =>
  tried.filter((one) => one.account === account && isForNow(one))

const count = (tried: readonly TriedSend[], failureClass: FailureClass) =>
  tried.filter((one) => one.failureClass === failureClass).length

/** The pause before the account is tried again, after its refusals. */
export function backoffMs(
  tried: readonly TriedSend[],
  account: string,
  { rules }: Pick<Accounts, 'rules'>,
): number {
  const refusals = refusalsOf(tried, account)
  if (refusals.at(-1)?.code === 'late') return 0
  return (rules.backoffSeconds[refusals.length - 1] ?? 0) * 1_000
}
