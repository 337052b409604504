// What a token is and what comes next for it. Pure; runs in routes, activities and the workflow
// alike. Every time is epoch milliseconds of the transaction's clock unless its name says wall.
import { type Events, sendsPerRecordMax } from '#src/challenges/rules.ts'
import type { SendResult } from './send-result.ts'
import type { EmailTokenRecord, FailureCode } from './schema.ts'

export const settings = {
  ttlMinutes: 60,
  /** Wrong codes one record takes. */
  checksMax: 5,
  /** Wrong codes a transaction takes in 24 hours, whatever records it has. */
  failedChecksMax: 15,
  /** Records of a transaction in any 60 minutes. */
  sendsMax: 3,
  /** After the first, second, third and later record of the window. */
  cooldownSeconds: [30, 60, 120],
  /** Sends to one address over all transactions, by wall time. */
  addressHourMax: 5,
  addressDayMax: 20,
  /** Before the second, third, … attempt of a deferred message. */
  backoffSeconds: [30, 120, 300, 600, 900],
} as const

/** A record as its row keeps it; a null is a fact that has not come. */
export type EmailTokenFacts = {
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly repliedAt: number | null
  readonly expiredAt: number | null
  readonly failedAt: number | null
  readonly failureCode: FailureCode | null
  readonly supersededAt: number | null
  /** Wrong codes so far. */
  readonly checks: number
}

export function expiryOf(createdAt: number): number {
  return createdAt + settings.ttlMinutes * 60_000
}

export function isExpired({ expiresAt, expiredAt }: EmailTokenFacts, now: number): boolean {
  return expiredAt !== null || now >= expiresAt
}

/** The record as the wire shows it. */
export function toRecord(facts: EmailTokenFacts, now: number): EmailTokenRecord {
  const { repliedAt, failedAt, failureCode } = facts
  const record = {
    status: repliedAt === null ? 'Waiting' : 'Valid',
    type: 'Email',
    createdAt: iso(facts.createdAt),
    expirationTime: iso(facts.expiresAt),
  } as const
  if (repliedAt !== null) return { ...record, repliedAt: iso(repliedAt) }
  return {
    ...record,
    ...(isExpired(facts, now) && { expired: true as const }),
    ...(failedAt !== null && failureCode && { failure: { code: failureCode, at: iso(failedAt) } }),
  }
}

const iso = (time: number) => new Date(time).toISOString()

/** Whether an attempt may begin; `sends` are those before it that were accepted or are uncertain. */
export function maySend(facts: EmailTokenFacts, sends: number, now: number): boolean {
  if (facts.repliedAt !== null || facts.supersededAt !== null || facts.failedAt !== null)
    return false
  return !isExpired(facts, now) && sends < sendsPerRecordMax
}

/** The entry that an attempt ends with. */
export type AttemptOutcome =
  | { kind: 'email-token-sent' }
  | { kind: 'email-token-deferred'; code: string; dueAt: number }
  | { kind: 'email-token-failed'; code: FailureCode }
  | { kind: 'email-token-uncertain'; code: 'send-uncertain' }

type Attempt = { readonly attempt: number; readonly expiresAt: number; readonly now: number }

export function decideAfterSend(result: SendResult, at: Attempt): AttemptOutcome {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'email-token-sent' }
    case 'rejected': {
      const code = result.class === 'recipient' ? 'recipient-refused' : 'content-refused'
      return { kind: 'email-token-failed', code }
    }
    case 'deferred': {
      const seconds = settings.backoffSeconds[at.attempt - 1]
      const waitMs = Math.max((seconds ?? 0) * 1000, result.retryAfterMs ?? 0)
      return tryAgain(result.code, at.now + waitMs, at)
    }
    case 'uncertain':
      return { kind: 'email-token-uncertain', code: 'send-uncertain' }
  }
}

/** After a crash or an uncertain send: `unknown` where the provider cannot be asked. */
export function decideAfterLookup(
  found: 'sent' | 'absent' | 'unknown',
  at: Attempt,
): AttemptOutcome {
  if (found === 'sent') return { kind: 'email-token-sent' }
  if (found === 'absent') return tryAgain('absent', at.now, at)
  return { kind: 'email-token-uncertain', code: 'send-uncertain' }
}

function tryAgain(code: string, dueAt: number, { attempt, expiresAt }: Attempt): AttemptOutcome {
  const spent = attempt > settings.backoffSeconds.length || dueAt >= expiresAt
  return spent
    ? { kind: 'email-token-failed', code: 'provider-failed' }
    : { kind: 'email-token-deferred', code, dueAt }
}

/** What each kind of the journal says of a token. */
export const emailTokenEvents = {
  'email-token-opened': 'opened',
  'email-token-superseded': 'settled',
  'email-token-attempt-claimed': 'claimed',
  'email-token-sent': 'sent',
  'email-token-deferred': 'deferred',
  'email-token-failed': 'failed',
  'email-token-uncertain': 'uncertain',
  'email-token-check-failed': 'unchanged',
  'email-token-valid': 'settled',
  'email-token-expired': 'settled',
} as const satisfies Events
