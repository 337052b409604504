// Decides on requests for a message and on checks of a code, by cool-down and limits. Pure; called under the
// transaction’s lock, for tokens and questions alike. Times are epoch ms.

import type { ChallengeRules } from './settings.ts'

/** The fields of a record that `decideSending` needs. `replaceable`: it failed, but a reply would still count. */
export type LimitedRecord = {
  readonly id: string
  readonly createdAt: number
  readonly open: boolean
  readonly replaceable?: boolean
  /** Set when nothing was sent for the record, so that it counts towards a limit of its own. */
  readonly unsent?: boolean
}

/** Allows at most `max` of the times within any window of `windowMs`; `now` is of the same clock as the times. */
export type Quota = {
  readonly times: readonly number[]
  readonly max: number
  readonly windowMs: number
  readonly now: number
}

export type SendingRules = Pick<CheckRules, 'failedChecksMax'> & {
  /** The most records of one capability that a transaction may open within 60 minutes. */
  readonly sendsMax: number
  /** The pauses after the first, second, … and later record within these 60 minutes. */
  readonly cooldownSeconds: readonly number[]
}

export type SendingDecision =
  | { readonly kind: 'open'; readonly supersedes?: string }
  /** `leftSeconds`: until a new record may be requested, if the limits allow it. */
  | { readonly kind: 'cooling'; readonly recordId: string; readonly leftSeconds: number }
  | { readonly kind: 'limit-reached'; readonly retryAfterSeconds: number }

const hour = 60 * 60_000
/** The most records per hour, of one capability in a transaction, for which nothing was sent. */
const unsentMax = 10

/**
 * Checks the cool-down first, then the limits. `records` are those of the last 60 minutes, and in any case the latest,
 * newest first. `failedChecks` are the times of the transaction’s wrong codes in the last 24 hours. `quotas` are
 * further limits for a number or an address.
 */
function decideSending(
  rules: SendingRules,
  asked: {
    readonly records: readonly LimitedRecord[]
    readonly failedChecks: readonly number[]
    readonly quotas: readonly Quota[]
    readonly now: number
  },
): SendingDecision {
  const { records, failedChecks, quotas, now } = asked
  const [latest] = records
  const checks = { times: failedChecks, max: rules.failedChecksMax, windowMs: 24 * hour, now }
  // Once the wrong codes are used up no code is accepted, so a new record would be useless.
  const takesCode = waitMs(checks) === 0
  const within = records.filter(({ createdAt }) => createdAt > now - hour)
  const timesOf = (unsent: boolean) =>
    within.filter((one) => (one.unsent ?? false) === unsent).map(({ createdAt }) => createdAt)
  const recent = timesOf(false)
  const cooledAt = (latest?.createdAt ?? 0) + cooldownMs(rules, recent.length)
  if (latest?.open && takesCode && now < cooledAt)
    return {
      kind: 'cooling',
      recordId: latest.id,
      leftSeconds: Math.ceil((cooledAt - now) / 1_000),
    }
  const own: Quota = { times: recent, max: rules.sendsMax, windowMs: hour, now }
  const unsent: Quota = { times: timesOf(true), max: unsentMax, windowMs: hour, now }
  const wait = Math.max(...[own, unsent, checks, ...quotas].map(waitMs))
  if (wait > 0) return { kind: 'limit-reached', retryAfterSeconds: Math.ceil(wait / 1000) }
  const replaced = records.find((record) => record.replaceable ?? record.open)
  return replaced ? { kind: 'open', supersedes: replaced.id } : { kind: 'open' }
}

/**
 * Seconds until a new record may be requested, 0 for now. Only the transaction’s own messages count, because others to
 * the same recipient must not show.
 */
export function secondsUntilAgain(
  rules: SendingRules,
  records: readonly LimitedRecord[],
  now: number,
): number {
  const decided = decideSending(rules, { records, failedChecks: [], quotas: [], now })
  if (decided.kind === 'open') return 0
  return decided.kind === 'cooling' ? decided.leftSeconds : decided.retryAfterSeconds
}

function cooldownMs({ cooldownSeconds }: SendingRules, sends: number): number {
  const seconds = cooldownSeconds[Math.min(sends, cooldownSeconds.length) - 1]
  return (seconds ?? 0) * 1000
}

/** How long until fewer than `max` of the times lie within the window; 0 when they already do. */
function waitMs({ times, max, windowMs, now }: Quota): number {
  const oldest = times.toSorted((a, b) => b - a)[max - 1]
  // A caller that waited for the number’s lock may find a time in it later than its own.
  return oldest === undefined ? 0 : Math.max(0, Math.min(windowMs, oldest + windowMs - now))
}

/** `sends` are the wall times of messages to the number or mailbox in the last 24 hours, in any order. */
export function decideRequest(
  rules: SendingRules & Pick<ChallengeRules, 'quotas'>,
  asked: {
    readonly records: readonly LimitedRecord[]
    readonly failedChecks: readonly number[]
    readonly sends: readonly number[]
    readonly now: number
    readonly wallNow: number
    /** Seconds until the tenant’s send window opens; 0 when it is open. */
    readonly closedSeconds?: number
  },
): SendingDecision {
  const toRecipient = { times: asked.sends, now: asked.wallNow }
  const quotas = rules.quotas.map((quota) => ({ ...toRecipient, ...quota }))
  const decided = decideSending(rules, { ...asked, quotas })
  const { closedSeconds = 0 } = asked
  if (decided.kind !== 'open' || closedSeconds === 0) return decided
  return { kind: 'limit-reached', retryAfterSeconds: closedSeconds }
}

export type CheckRules = {
  /** The wrong codes that one record accepts. */
  readonly checksMax: number
  /** The wrong codes that a transaction accepts in 24 hours, over all records. */
  readonly failedChecksMax: number
}

/** The fields of a token that decide on a check of its code. */
type Checkable = {
  readonly expiresAt: number
  readonly repliedAt: number | null
  readonly expiredAt: number | null
  readonly supersededAt: number | null
  readonly checks: number
}

export type CheckDecision =
  | { readonly outcome: 'valid' | 'already-valid' | 'expired' | 'limit-reached' }
  | { readonly outcome: 'mismatch'; readonly checksLeft: number; readonly counted: boolean }

/** Decides on a submitted code. `failedChecks24h` counts those of the whole transaction. */
export function decideCheck(
  rules: CheckRules,
  token: Checkable,
  check: {
    readonly matches: boolean
    readonly failedChecks24h: number
    readonly now: number
  },
): CheckDecision {
  const left = Math.max(0, rules.checksMax - token.checks)
  const leftOfAll = Math.max(0, rules.failedChecksMax - check.failedChecks24h)
  const checksLeft = Math.min(left, leftOfAll)
  if (token.repliedAt !== null) {
    if (check.matches) return { outcome: 'already-valid' }
    return { outcome: 'mismatch', checksLeft, counted: false }
  }
  const expired = token.expiredAt !== null || check.now >= token.expiresAt
  if (token.supersededAt !== null || expired) return { outcome: 'expired' }
  if (checksLeft === 0) return { outcome: 'limit-reached' }
  if (check.matches) return { outcome: 'valid' }
  return { outcome: 'mismatch', checksLeft: checksLeft - 1, counted: true }
}
