// What a request for a token, or a code that was given, is answered with: limits and cool-down.
// Pure, decided under the transaction's lock. Times are epoch milliseconds, as in rules.ts.
import { type EmailTokenFacts, isExpired, settings } from './rules.ts'

const hour = 60 * 60_000

/** What `decideSend` asks of a record. `replaceable`: its code still counts, though it failed. */
export type SentRecord = {
  readonly id: string
  readonly createdAt: number
  readonly open: boolean
  readonly replaceable?: boolean
}

export function toSentRecord(facts: EmailTokenFacts, now: number): SentRecord {
  const { id, createdAt, repliedAt, supersededAt, failedAt } = facts
  const replaceable = repliedAt === null && supersededAt === null && !isExpired(facts, now)
  return { id, createdAt, open: replaceable && failedAt === null, replaceable }
}

export type SendFacts = {
  readonly hasEmail: boolean
  /** Those of the last 60 minutes and in any case the latest, newest first. */
  readonly records: readonly SentRecord[]
  /** Wall times of sends to this address in the last 24 hours, of all transactions, in any order. */
  readonly addressSends: readonly number[]
  readonly now: number
  readonly wallNow: number
}

export type SendDecision =
  | { kind: 'open'; supersedes?: string }
  | { kind: 'cooling'; recordId: string }
  | { kind: 'no-email' }
  | { kind: 'limit-reached'; retryAfterSeconds: number }

/** What a request for a token leads to: cool-down first, then the limits. */
export function decideSend(facts: SendFacts): SendDecision {
  const { records, now, wallNow } = facts
  if (!facts.hasEmail) return { kind: 'no-email' }
  const [latest] = records
  const recent = records.map((record) => record.createdAt).filter((at) => at > now - hour)
  if (latest?.open && now < latest.createdAt + cooldownMs(recent.length)) {
    return { kind: 'cooling', recordId: latest.id }
  }
  const waits = [
    waitMs(recent, settings.sendsMax, hour, now),
    waitMs(facts.addressSends, settings.addressHourMax, hour, wallNow),
    waitMs(facts.addressSends, settings.addressDayMax, 24 * hour, wallNow),
  ]
  const wait = Math.max(...waits)
  if (wait > 0) return { kind: 'limit-reached', retryAfterSeconds: Math.ceil(wait / 1000) }
  const replaced = records.find((record) => record.replaceable ?? record.open)
  return replaced ? { kind: 'open', supersedes: replaced.id } : { kind: 'open' }
}

function cooldownMs(sends: number): number {
  const { cooldownSeconds } = settings
  const seconds = cooldownSeconds[Math.min(sends, cooldownSeconds.length) - 1]
  return (seconds ?? 0) * 1000
}

/** How long until fewer than `max` of the times lie within the last `windowMs`; 0 when it is so. */
function waitMs(times: readonly number[], max: number, windowMs: number, now: number): number {
  const oldest = times.toSorted((a, b) => b - a)[max - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now)
}

export type CheckDecision =
  | { outcome: 'valid' | 'already-valid' | 'expired' | 'limit-reached' }
  | { outcome: 'mismatch'; checksLeft: number; counted: boolean }

/** What a code that was given leads to. `failedChecks24h` counts the whole transaction's. */
export function decideCheck(
  facts: EmailTokenFacts,
  check: { matches: boolean; failedChecks24h: number; now: number },
): CheckDecision {
  const left = Math.max(0, settings.checksMax - facts.checks)
  const leftOfAll = Math.max(0, settings.failedChecksMax - check.failedChecks24h)
  const checksLeft = Math.min(left, leftOfAll)
  if (facts.repliedAt !== null) {
    if (check.matches) return { outcome: 'already-valid' }
    return { outcome: 'mismatch', checksLeft, counted: false }
  }
  if (facts.supersededAt !== null || isExpired(facts, check.now)) return { outcome: 'expired' }
  if (checksLeft === 0) return { outcome: 'limit-reached' }
  if (check.matches) return { outcome: 'valid' }
  return { outcome: 'mismatch', checksLeft: checksLeft - 1, counted: true }
}
