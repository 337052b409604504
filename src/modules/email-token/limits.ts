// The limits of messaging/limits.ts with the numbers of e-mail tokens. Pure.
import {
  type CheckDecision,
  decideCheck as decideAnyCheck,
  decideSending,
  type SendingDecision,
  type SentRecord,
} from '#src/challenges/limits.ts'
import { type EmailTokenFacts, isExpired, settings } from './rules.ts'

export type { CheckDecision, SentRecord } from '#src/challenges/limits.ts'

const hour = 60 * 60_000

export function toSentRecord(facts: EmailTokenFacts, now: number): SentRecord {
  const { id, createdAt, repliedAt, supersededAt, failedAt, checks } = facts
  const replaceable = repliedAt === null && supersededAt === null && !isExpired(facts, now)
  const open = replaceable && failedAt === null && checks < settings.checksMax
  return { id, createdAt, open, replaceable }
}

export type SendFacts = {
  readonly hasEmail: boolean
  /** Those of the last 60 minutes and in any case the latest, newest first. */
  readonly records: readonly SentRecord[]
  /** Times of the transaction's wrong codes in its last 24 hours, in any order. */
  readonly failedChecks: readonly number[]
  /** Wall times of sends to this address in the last 24 hours, of all transactions, in any order. */
  readonly addressSends: readonly number[]
  readonly now: number
  readonly wallNow: number
}

export type SendDecision = SendingDecision | { readonly kind: 'no-email' }

/** What a request for a token leads to: cool-down first, then the limits. */
export function decideSend({
  hasEmail,
  records,
  failedChecks,
  addressSends,
  now,
  wallNow,
}: SendFacts) {
  if (!hasEmail) return { kind: 'no-email' } satisfies SendDecision
  const toAddress = { times: addressSends, now: wallNow }
  return decideSending(settings, {
    records,
    failedChecks,
    now,
    quotas: [
      { ...toAddress, max: settings.addressHourMax, windowMs: hour },
      { ...toAddress, max: settings.addressDayMax, windowMs: 24 * hour },
    ],
  })
}

export function decideCheck(
  facts: EmailTokenFacts,
  check: { matches: boolean; failedChecks24h: number; now: number },
): CheckDecision {
  return decideAnyCheck(settings, facts, check)
}
