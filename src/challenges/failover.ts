// Which attempt comes next: with the same account, the next account or the next number, after a wait, or
// none. Pure: the attempts so far say all, so what is chosen when an attempt is claimed is what was foreseen
// when the one before it ended.
import type { Attempt } from './attempts.ts'
import type { FailureClass } from './port.ts'
import { sendsPerRecordMax } from './rules.ts'
import type { FailureCode } from './status.ts'

export const settings = {
  /** Before the second and third try with an account that refuses for now; then the next account. */
  backoffSeconds: [5, 20],
  /** Messages sent again because a look-up found nothing, or the phone could not be reached. */
  resendsMax: 1,
} as const

/** An attempt as far as the choice of the next one goes. */
export type Tried = Pick<Attempt, 'provider' | 'outcome' | 'code' | 'failureClass'>

/** The accounts of the channel in their order, and for how long the breaker of each stays open. */
export type Accounts = {
  readonly names: readonly string[]
  readonly openMs: (account: string) => number
}

export type Plan =
  /** `wait`: every account that may still try is left alone for now, and `provider` is back first. */
  | {
      readonly kind: 'send' | 'wait'
      readonly provider: string
      readonly number: 'same' | 'next'
      readonly waitMs: number
    }
  | { readonly kind: 'fail'; readonly code: FailureCode }
  /** The last attempt stands: there is nothing to send. */
  | { readonly kind: 'none' }

/** Attempts that reached a phone, or may have, or went to one that refuses: each counts as a send. */
export function countSends(tried: readonly Tried[]): number {
  return tried.filter(
    ({ outcome, failureClass }) =>
      outcome === null ||
      outcome === 'accepted' ||
      outcome === 'uncertain' ||
      failureClass === 'recipient',
  ).length
}

/** What the next attempt would be, after those that were made. */
export function planNext(tried: readonly Tried[], accounts: Accounts): Plan {
  const last = tried.at(-1)
  if (accounts.names.length === 0) return { kind: 'fail', code: 'no-provider' }
  if (!last) return chooseAccount(tried, accounts, 'same')
  const { outcome, code, failureClass } = last
  if (outcome === null || outcome === 'uncertain') return { kind: 'none' }
  if (outcome === 'accepted' && failureClass === null) return { kind: 'none' }
  if (countSends(tried) >= sendsPerRecordMax) return giveUp(last)
  if (code === 'absent') {
    const isSpent = tried.filter((one) => one.code === 'absent').length > settings.resendsMax
    return isSpent ? giveUp(last) : resend(tried, accounts, last)
  }
  switch (failureClass) {
    case 'recipient':
      return chooseAccount(tried, accounts, 'next')
    case 'recipient-transient':
      return count(tried, failureClass) > settings.resendsMax
        ? giveUp(last)
        : resend(tried, accounts, last)
    case 'optout':
    case 'content':
    case 'fraud':
      return giveUp(last)
    case 'rate':
    case 'transient':
      return mayRetry(tried, last)
        ? resend(tried, accounts, last, backoffMs(tried, last.provider))
        : chooseAccount(tried, accounts, 'same')
    case 'account':
    case null:
      return chooseAccount(tried, accounts, 'same')
  }
}

/** Why a record failed, from what its last attempt was told. */
export function failureCodeOf(failureClass: FailureClass | null): FailureCode {
  switch (failureClass) {
    case 'recipient':
      return 'recipient-refused'
    case 'recipient-transient':
      return 'undelivered'
    case 'optout':
      return 'opted-out'
    case 'content':
      return 'content-refused'
    case 'fraud':
      return 'blocked'
    case 'account':
    case 'rate':
    case 'transient':
    case null:
      return 'provider-failed'
  }
}

/** The first account that has refused nothing, else one that may be tried again, else a wait. */
function chooseAccount(
  tried: readonly Tried[],
  { names, openMs }: Accounts,
  number: 'same' | 'next',
): Plan {
  const usable = names.filter((name) => !isSpent(tried, name))
  const closed = usable.filter((name) => openMs(name) === 0)
  const fresh = closed.find((name) => refusalsOf(tried, name).length === 0)
  const provider = fresh ?? closed[0]
  if (provider !== undefined)
    return { kind: 'send', provider, number, waitMs: backoffMs(tried, provider) }
  const [first] = usable.toSorted((a, b) => openMs(a) - openMs(b))
  if (first !== undefined) return { kind: 'wait', provider: first, number, waitMs: openMs(first) }
  return { kind: 'fail', code: failureCodeOf(tried.at(-1)?.failureClass ?? null) }
}

function resend(
  tried: readonly Tried[],
  accounts: Accounts,
  { provider }: Tried,
  waitMs = 0,
): Plan {
  const isUsable = accounts.names.includes(provider) && accounts.openMs(provider) === 0
  return isUsable
    ? { kind: 'send', provider, number: 'same', waitMs }
    : chooseAccount(tried, accounts, 'same')
}

const giveUp = ({ failureClass }: Tried): Plan => ({
  kind: 'fail',
  code: failureCodeOf(failureClass),
})

/** An account that does not answer at all is not waited for while another one can try. */
const mayRetry = (tried: readonly Tried[], last: Tried) =>
  !isUnreachable(last) && !isSpent(tried, last.provider)

const isUnreachable = ({ code }: Tried) => code?.startsWith('unreachable-') ?? false

/** An attempt that ended as failed had its last chance with that account. */
const isSpent = (tried: readonly Tried[], account: string) =>
  tried.some(
    ({ provider, outcome, failureClass }) =>
      provider === account &&
      (failureClass === 'account' || (outcome === 'failed' && isPassing(failureClass))),
  )

const isPassing = (failureClass: FailureClass | null) =>
  failureClass === 'rate' || failureClass === 'transient'

/** Refusals for now: after some of them the account is not asked again. */
export const refusalsOf = (tried: readonly Tried[], account: string) =>
  tried.filter(({ provider, failureClass }) => provider === account && isPassing(failureClass))

const count = (tried: readonly Tried[], failureClass: FailureClass) =>
  tried.filter((one) => one.failureClass === failureClass).length

/** How long until the account is asked again, after what it has refused. */
export function backoffMs(tried: readonly Tried[], account: string): number {
  const refusals = refusalsOf(tried, account)
  if (refusals.at(-1)?.code === 'late') return 0
  return (settings.backoffSeconds[refusals.length - 1] ?? 0) * 1_000
}
