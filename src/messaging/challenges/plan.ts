// Which attempt comes next: with the same account, the next account or the next number, after a wait, or
// none. Pure: the attempts so far say all, so what is chosen when an attempt is claimed is what was foreseen
// when the one before it ended.
import { type AccountStates, chooseAccount as chooseNext } from '#src/journey/calls/choose.ts'
import type { Attempt } from './attempts.ts'
import type { FailureClass } from './vendor-events.ts'
import { type ChallengeRules, resendsMax, sendsPerRecordMax } from './settings.ts'
import type { FailureCode } from './schema.ts'

/** An attempt as far as the choice of the next one goes. */
export type TriedSend = Pick<Attempt, 'account' | 'outcome' | 'code' | 'failureClass'> & {
  /** Which number it went to. */
  readonly source?: string
}

export type Accounts = AccountStates & {
  /** Of the channel, in their order. */
  readonly names: readonly string[]
  readonly rules: Pick<ChallengeRules, 'backoffSeconds'>
  /** Whether another number can be tried when one is refused. */
  readonly hasNumbers: boolean
  /** Those whose vendor does not take the template that is needed. */
  readonly resting?: ReadonlySet<string>
}

export type Plan =
  /** `wait`: every account that may still try is left alone for now, and `account` is back first. */
  | {
      readonly kind: 'call' | 'wait'
      readonly account: string
      readonly number: 'same' | 'next'
      readonly waitMs: number
    }
  | { readonly kind: 'fail'; readonly code: FailureCode }
  /** Every account that could send has as many calls under way as it may: nothing is claimed. */
  | { readonly kind: 'full'; readonly account: string }
  /** The last attempt stands: there is nothing to send. */
  | { readonly kind: 'none' }

/** Attempts that reached a phone, or may have, or went to one that refuses: each counts as a send. */
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

/** The code of an attempt of which nothing was reported, and which the next account is to repeat. */
export const unreported = 'unreported'

/** What the next attempt would be, after those that were made. */
export function planNext(tried: readonly TriedSend[], all: Accounts): Plan {
  const plan = planAfter(tried, all)
  // Who hears of a failure must know that one of the messages may have left.
  const isInDoubt = plan.kind === 'fail' && tried.some(mayHaveLeft)
  return isInDoubt ? { kind: 'fail', code: 'send-uncertain' } : plan
}

const mayHaveLeft = ({ outcome, failureClass }: TriedSend) =>
  outcome === 'uncertain' || (outcome === 'accepted' && failureClass === 'unknown')

function planAfter(tried: readonly TriedSend[], all: Accounts): Plan {
  const last = tried.at(-1)
  if (all.names.length === 0) return { kind: 'fail', code: 'no-provider' }
  const accounts = { ...all, names: withoutResting(all) }
  if (!last) return chooseAccount(tried, accounts, 'same')
  const { outcome, code, failureClass } = last
  if (outcome === null) return { kind: 'none' }
  if (outcome === 'uncertain' && code !== unreported) return { kind: 'none' }
  if (outcome === 'accepted' && failureClass === null) return { kind: 'none' }
  if (countSends(tried) >= sendsPerRecordMax) return toFailure(last)
  if (outcome === 'uncertain') return chooseAccount(tried, accounts, 'same')
  if (code === 'absent') {
    const isSpent = tried.filter((one) => one.code === 'absent').length > resendsMax
    return isSpent ? toFailure(last) : resend(tried, accounts, last)
  }
  switch (failureClass) {
    case 'unrouted': {
      const others = untriedAt(tried, accounts.names, last)
      return others.length > 0
        ? chooseAccount(tried, { ...accounts, names: others }, 'same')
        : chooseAccount(tried, accounts, 'next')
    }
    case 'recipient':
    case 'recipient-later':
      return accounts.hasNumbers ? chooseAccount(tried, accounts, 'next') : toFailure(last)
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
        : chooseAccount(tried, accounts, 'same')
    case 'account':
    case 'unknown':
    case null:
      return chooseAccount(tried, accounts, 'same')
  }
}

/** Why a record failed, by the outcome of its last attempt. */
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

/** The first account that has refused nothing, else one that may be tried again, else a wait. */
function chooseAccount(
  tried: readonly TriedSend[],
  accounts: Accounts,
  number: 'same' | 'next',
): Plan {
  const usable = accounts.names.filter((name) => !isSpent(tried, name) && !isInDoubt(tried, name))
  const isFresh = (name: string) => refusalsOf(tried, name).length === 0
  const choice = chooseNext(usable, isFresh, accounts)
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
    : chooseAccount(tried, accounts, 'same')
}

/** Accounts that have not been given the number of an attempt. */
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

/** An account that does not answer at all is not waited for while another one can try. */
const mayRetry = (tried: readonly TriedSend[], last: TriedSend) =>
  !isUnreachable(last) && !isSpent(tried, last.account)

const isUnreachable = ({ code }: TriedSend) => code?.startsWith('unreachable-') ?? false

/** An attempt that ended as failed had its last chance with that account. */
const isSpent = (tried: readonly TriedSend[], account: string) =>
  tried.some(
    (one) =>
      one.account === account &&
      one.outcome !== 'deferred' &&
      (one.failureClass === 'account' ||
        one.failureClass === 'unknown' ||
        (one.outcome === 'failed' && isPassing(one.failureClass))),
  )

/** It may have the message already: no other attempt is given to it blindly. */
const isInDoubt = (tried: readonly TriedSend[], account: string) =>
  tried.some((one) => one.account === account && mayHaveLeft(one))

const isPassing = (failureClass: FailureClass | null) =>
  failureClass === 'rate' || failureClass === 'transient'

/** Of our own access an operator may mend what is wrong while the record waits. */
const isForNow = ({ outcome, failureClass }: TriedSend) =>
  isPassing(failureClass) || (outcome === 'deferred' && failureClass === 'account')

/** Refusals for now: after some of them the account is not asked again. */
export const refusalsOf = (tried: readonly TriedSend[], account: string) =>
  tried.filter((one) => one.account === account && isForNow(one))

const count = (tried: readonly TriedSend[], failureClass: FailureClass) =>
  tried.filter((one) => one.failureClass === failureClass).length

/** How long until the account is asked again, after what it has refused. */
export function backoffMs(
  tried: readonly TriedSend[],
  account: string,
  { rules }: Pick<Accounts, 'rules'>,
): number {
  const refusals = refusalsOf(tried, account)
  if (refusals.at(-1)?.code === 'late') return 0
  return (rules.backoffSeconds[refusals.length - 1] ?? 0) * 1_000
}
