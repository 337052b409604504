// What a token is and what comes next for it. Pure; runs in routes, activities and the workflow
// alike. Every time is epoch milliseconds of the transaction's clock unless its name says wall.
import type { Entry, Kind } from '#src/journal/entry.ts'
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
  /** Attempts of one record that were accepted, or may have been. */
  sendsPerRecordMax: 3,
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
  return !isExpired(facts, now) && sends < settings.sendsPerRecordMax
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

/** The workflow's part: what it knows of the records that are not settled, by record id. */
export const emailTokenKinds = [
  'email-token-opened',
  'email-token-superseded',
  'email-token-attempt-claimed',
  'email-token-sent',
  'email-token-deferred',
  'email-token-failed',
  'email-token-uncertain',
  'email-token-check-failed',
  'email-token-valid',
  'email-token-expired',
] as const satisfies readonly Kind[]

type OpenEmailToken = {
  readonly expiresAt: number
  /** The last one claimed, or 0. */
  readonly attempt: number
  readonly phase: 'to-send' | 'claimed' | 'deferred' | 'uncertain' | 'sent' | 'failed'
  /** When a deferred message is tried again. */
  readonly nextAt?: number
}

export type EmailTokenState = { readonly open: Readonly<Record<string, OpenEmailToken>> }

export const noEmailTokens: EmailTokenState = { open: {} }

export type EmailTokenEntry = Pick<Entry, 'at' | 'kind' | 'ref' | 'attempt' | 'dueAt'>

type Known = (token: OpenEmailToken, entry: EmailTokenEntry) => OpenEmailToken | undefined

const settled: Known = () => undefined
const become = (
  { expiresAt, attempt }: OpenEmailToken,
  phase: OpenEmailToken['phase'],
): OpenEmailToken => ({ expiresAt, attempt, phase })

/** An outcome counts for the attempt it names, once. */
const awaited = (token: OpenEmailToken, entry: EmailTokenEntry) =>
  token.phase === 'claimed' && (entry.attempt ?? token.attempt) === token.attempt

/** What an entry makes of a token that is open; undefined: there is nothing more to do for it. */
const reducers: Record<Exclude<(typeof emailTokenKinds)[number], 'email-token-opened'>, Known> = {
  'email-token-superseded': settled,
  'email-token-valid': settled,
  'email-token-expired': settled,
  'email-token-check-failed': (token) => token,
  'email-token-attempt-claimed': (token, entry) => {
    const attempt = entry.attempt ?? token.attempt + 1
    return attempt > token.attempt ? { ...become(token, 'claimed'), attempt } : token
  },
  'email-token-sent': (token, entry) => (awaited(token, entry) ? become(token, 'sent') : token),
  'email-token-uncertain': (token, entry) =>
    awaited(token, entry) ? become(token, 'uncertain') : token,
  'email-token-deferred': (token, entry) => {
    const nextAt = entry.dueAt ?? entry.at
    return awaited(token, entry) ? { ...become(token, 'deferred'), nextAt } : token
  },
  // A bounce comes long after the attempt was accepted, so a failure counts whenever it comes.
  'email-token-failed': (token) => become(token, 'failed'),
}

/** Entries of other capabilities, and those about a record that is settled, change nothing. */
export function foldEmailToken(state: EmailTokenState, entry: EmailTokenEntry): EmailTokenState {
  const { kind, ref } = entry
  if (ref === null) return state
  if (kind === 'email-token-opened') return put(state, ref, opened(entry))
  const token = state.open[ref]
  if (!token || !isOwn(kind)) return state
  const next = reducers[kind](token, entry)
  if (next) return next === token ? state : put(state, ref, next)
  const { [ref]: _settled, ...open } = state.open
  return { open }
}

const isOwn = (kind: Kind): kind is keyof typeof reducers => Object.hasOwn(reducers, kind)

function opened({ dueAt }: EmailTokenEntry): OpenEmailToken {
  // The entry is written with its expiry: without one no timer could be set.
  if (dueAt === null) throw new Error('email-token-opened without dueAt')
  return { expiresAt: dueAt, attempt: 0, phase: 'to-send' }
}

const put = (state: EmailTokenState, ref: string, token: OpenEmailToken): EmailTokenState => ({
  open: { ...state.open, [ref]: token },
})

export type EmailTokenStep = {
  /** `send:<ref>:<attempt>`, unique for record, kind and attempt. */
  readonly key: string
  readonly kind: 'send' | 'settle' | 'expire'
  readonly ref: string
  /** 0 for an expiry. */
  readonly attempt: number
  /** Null: now. */
  readonly dueAt: number | null
}

/**
 * What is to be done, and when. `running` are the keys of steps under way: while an attempt's `send`
 * runs its claim is not a crash, so no `settle` is asked for.
 */
export function nextEmailTokenSteps(
  state: EmailTokenState,
  running: ReadonlySet<string> = new Set(),
): EmailTokenStep[] {
  return Object.entries(state.open).flatMap(([ref, token]) => {
    const expire = step('expire', ref, 0, token.expiresAt)
    const sending = sendStep(ref, token)
    const inFlight = running.has(step('send', ref, token.attempt, null).key)
    return !sending || (sending.kind === 'settle' && inFlight) ? [expire] : [sending, expire]
  })
}

function sendStep(ref: string, { phase, attempt, nextAt, expiresAt }: OpenEmailToken) {
  switch (phase) {
    case 'to-send':
      return step('send', ref, attempt + 1, null)
    case 'deferred':
      return (nextAt ?? 0) < expiresAt ? step('send', ref, attempt + 1, nextAt ?? null) : undefined
    case 'claimed':
      return step('settle', ref, attempt, null)
    case 'uncertain':
    case 'sent':
    case 'failed':
      return undefined
  }
}

const step = (
  kind: EmailTokenStep['kind'],
  ref: string,
  attempt: number,
  dueAt: number | null,
): EmailTokenStep => ({ key: `${kind}:${ref}:${attempt}`, kind, ref, attempt, dueAt })
