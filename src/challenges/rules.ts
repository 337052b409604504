// The story of a record that is sent and answered: e-mail tokens, SMS tokens and 2FA alike. Pure: folded
// by the workflow, told by its steps. Every time is epoch milliseconds of the transaction's clock.
import type { Entry, Kind } from '#src/journal/entry.ts'

/** Attempts of one record that were accepted, or may have been. */
export const sendsPerRecordMax = 3

/** What an entry says of its record. */
export type SendingEvent =
  | 'opened'
  /** Answered, validated, superseded, expired: nothing more to do. */
  | 'settled'
  | 'claimed'
  | 'sent'
  | 'deferred'
  | 'uncertain'
  /** Reported after it was accepted; with `dueAt` it is tried again. */
  | 'undeliverable'
  /** On the person's phone: nothing that was still to be sent is sent. */
  | 'arrived'
  | 'failed'
  | 'unchanged'

type OpenRecord = {
  readonly expiresAt: number
  /** The last one claimed, or 0. */
  readonly attempt: number
  readonly phase: 'to-send' | 'claimed' | 'deferred' | 'uncertain' | 'sent' | 'failed'
  /** When a deferred message is tried again, or an uncertain one is looked up. */
  readonly nextAt?: number
}

export type SendingState = { readonly open: Readonly<Record<string, OpenRecord>> }

export const nothingSent: SendingState = { open: {} }

export type SendingEntry = Pick<Entry, 'at' | 'kind' | 'ref' | 'attempt' | 'dueAt'>

const become = (
  { expiresAt, attempt }: OpenRecord,
  phase: OpenRecord['phase'],
  nextAt?: number,
): OpenRecord => ({ expiresAt, attempt, phase, ...(nextAt !== undefined && { nextAt }) })

/** An outcome counts for the attempt it names, once; an uncertain attempt still awaits its own. */
const awaited = (record: OpenRecord, { attempt }: SendingEntry) =>
  (record.phase === 'claimed' || record.phase === 'uncertain') &&
  (attempt ?? record.attempt) === record.attempt

/** A look-up found nothing, and now the vendor reports that very attempt. */
const foundLater = (record: OpenRecord, { attempt }: SendingEntry) =>
  record.phase === 'deferred' && attempt === record.attempt

type Known = (record: OpenRecord, entry: SendingEntry) => OpenRecord | undefined

/** What an event makes of a record that is open; undefined: there is nothing more to do for it. */
const reducers: Record<Exclude<SendingEvent, 'opened'>, Known> = {
  settled: () => undefined,
  unchanged: (record) => record,
  claimed: (record, entry) => {
    const attempt = entry.attempt ?? record.attempt + 1
    return attempt > record.attempt ? { ...become(record, 'claimed'), attempt } : record
  },
  sent: (record, entry) =>
    awaited(record, entry) || foundLater(record, entry) ? become(record, 'sent') : record,
  uncertain: (record, entry) =>
    awaited(record, entry) ? become(record, 'uncertain', entry.dueAt ?? undefined) : record,
  deferred: (record, entry) =>
    awaited(record, entry) ? become(record, 'deferred', entry.dueAt ?? entry.at) : record,
  undeliverable: (record, { attempt, dueAt }) =>
    dueAt !== null && record.phase === 'sent' && attempt === record.attempt
      ? become(record, 'deferred', dueAt)
      : record,
  arrived: (record) => (record.phase === 'deferred' ? become(record, 'sent') : record),
  // A bounce comes long after the attempt was accepted, so a failure counts whenever it comes.
  failed: (record) => become(record, 'failed'),
}

export type Events = Readonly<Partial<Record<Kind, SendingEvent>>>

/** Entries of other capabilities, and those about a record that is settled, change nothing. */
export function foldSending(
  events: Events,
  state: SendingState,
  entry: SendingEntry,
): SendingState {
  const { kind, ref } = entry
  const event = Object.hasOwn(events, kind) ? events[kind] : undefined
  if (ref === null || event === undefined) return state
  if (event === 'opened') return put(state, ref, opened(entry))
  const record = state.open[ref]
  if (!record) return state
  const next = reducers[event](record, entry)
  if (next) return next === record ? state : put(state, ref, next)
  const { [ref]: _settled, ...open } = state.open
  return { open }
}

function opened({ kind, dueAt }: SendingEntry): OpenRecord {
  // The entry is written with its expiry: without one no timer could be set.
  if (dueAt === null) throw new Error(`${kind} without dueAt`)
  return { expiresAt: dueAt, attempt: 0, phase: 'to-send' }
}

const put = (state: SendingState, ref: string, record: OpenRecord): SendingState => ({
  open: { ...state.open, [ref]: record },
})

export type SendingStep = {
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
export function nextSendingSteps(
  state: SendingState,
  running: ReadonlySet<string> = new Set(),
): SendingStep[] {
  return Object.entries(state.open).flatMap(([ref, record]) => {
    const expire = step('expire', ref, 0, record.expiresAt)
    const sending = sendStep(ref, record)
    const inFlight = running.has(step('send', ref, record.attempt, null).key)
    return !sending || (sending.kind === 'settle' && inFlight) ? [expire] : [sending, expire]
  })
}

function sendStep(ref: string, { phase, attempt, nextAt, expiresAt }: OpenRecord) {
  switch (phase) {
    case 'to-send':
      return step('send', ref, attempt + 1, null)
    case 'deferred':
      return (nextAt ?? 0) < expiresAt ? step('send', ref, attempt + 1, nextAt ?? null) : undefined
    case 'claimed':
      return step('settle', ref, attempt, null)
    case 'uncertain':
      return nextAt === undefined ? undefined : step('settle', ref, attempt, nextAt)
    case 'sent':
    case 'failed':
      return undefined
  }
}

const step = (
  kind: SendingStep['kind'],
  ref: string,
  attempt: number,
  dueAt: number | null,
): SendingStep => ({ key: `${kind}:${ref}:${attempt}`, kind, ref, attempt, dueAt })

/** What each kind of the journal says of a challenge: an SMS token, SMS 2FA or WhatsApp 2FA. */
export const challengeEvents = {
  'challenge-opened': 'opened',
  'challenge-superseded': 'settled',
  'challenge-attempt-claimed': 'claimed',
  'challenge-accepted': 'sent',
  'challenge-deferred': 'deferred',
  'challenge-uncertain': 'uncertain',
  'challenge-failed': 'failed',
  'challenge-sent': 'unchanged',
  'challenge-delivered': 'arrived',
  'challenge-read': 'arrived',
  'challenge-undeliverable': 'undeliverable',
  'challenge-check-failed': 'unchanged',
  'challenge-valid': 'settled',
  'challenge-replied': 'settled',
  'challenge-reply-ignored': 'unchanged',
  'challenge-expired': 'settled',
} as const satisfies Events
