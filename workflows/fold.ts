// The journal folded into what the workflow knows: ids, codes and times, small enough to be carried
// through continue-as-new. Any split of the journal into looks gives the same state.
import type { Entry, Kind } from '#src/journal/entry.ts'
import {
  challengeEvents,
  foldSending,
  nothingSent,
  type SendingState,
} from '#src/challenges/rules.ts'
import { emailTokenEvents } from '#src/modules/email-token/rules.ts'
import { foldPacks, noPacks, type PacksState } from '#src/packs/rules.ts'

/**
 * Raised when the fold changes its mind about old entries: carried state of another one is refolded. A
 * capability that is only added leaves it: what carried state lacks is taken from `initialState`.
 */
export const foldVersion = 1

export type State = {
  /** The last entry that was folded. */
  readonly seq: number
  readonly emailToken: SendingState
  /** SMS tokens, SMS 2FA and WhatsApp 2FA. */
  readonly challenges: SendingState
  readonly packs: PacksState
  /** The last clock move that has not been settled yet. */
  readonly clockMove: number | null
  /** The pack that was started last, for the search attribute. */
  readonly pack: string | null
  /** Stories that failed and are not told any more, by step key. */
  readonly failed: readonly string[]
  readonly erased: boolean
}

export const initialState: State = {
  seq: 0,
  emailToken: nothingSent,
  challenges: nothingSent,
  packs: noPacks,
  clockMove: null,
  pack: null,
  failed: [],
  erased: false,
}

type Reducer = (state: State, entry: Entry) => State

const unchanged: Reducer = (state) => state
const emailToken: Reducer = (state, entry) => ({
  ...state,
  emailToken: foldSending(emailTokenEvents, state.emailToken, entry),
})
const challenge: Reducer = (state, entry) => ({
  ...state,
  challenges: foldSending(challengeEvents, state.challenges, entry),
})
const packs: Reducer = (state, entry) => ({ ...state, packs: foldPacks(state.packs, entry) })

const reducers: Record<Kind, Reducer> = {
  'transaction-created': unchanged,
  'clock-advanced': (state, { seq }) => ({ ...state, clockMove: seq }),
  'clock-settled': (state, { ref }) =>
    Number(ref) === state.clockMove ? { ...state, clockMove: null } : state,
  erased: (state) => ({ ...state, erased: true, clockMove: null }),
  'story-failed': (state, { reason }) => ({ ...state, failed: [...state.failed, reason ?? ''] }),
  'email-token-opened': emailToken,
  'email-token-superseded': emailToken,
  'email-token-attempt-claimed': emailToken,
  'email-token-sent': emailToken,
  'email-token-deferred': emailToken,
  'email-token-failed': emailToken,
  'email-token-uncertain': emailToken,
  'email-token-check-failed': emailToken,
  'email-token-valid': emailToken,
  'email-token-expired': emailToken,
  'challenge-opened': challenge,
  'challenge-superseded': challenge,
  'challenge-attempt-claimed': challenge,
  'challenge-accepted': challenge,
  'challenge-deferred': challenge,
  'challenge-uncertain': challenge,
  'challenge-failed': challenge,
  'challenge-sent': challenge,
  'challenge-delivered': challenge,
  'challenge-read': challenge,
  'challenge-undeliverable': challenge,
  'challenge-check-failed': challenge,
  'challenge-valid': challenge,
  'challenge-replied': challenge,
  'challenge-reply-ignored': challenge,
  'challenge-expired': challenge,
  'pack-started': (state, entry) => ({ ...packs(state, entry), pack: entry.code }),
  'module-started': packs,
  'module-completed': packs,
  'module-failed': packs,
  'module-skipped': packs,
  'condition-answered': packs,
  'pack-stopped': packs,
  'pack-ended': packs,
}

/**
 * Known entries are ignored; the next is folded; an entry behind a gap is left for the next look.
 * An unknown kind throws: the workflow task fails until the worker is new enough.
 */
export function fold(state: State, entries: readonly Entry[]): State {
  let next = state
  for (const entry of entries) {
    if (entry.seq <= next.seq) continue
    if (entry.seq > next.seq + 1) return next
    const reducer = Object.hasOwn(reducers, entry.kind) ? reducers[entry.kind] : undefined
    if (!reducer) throw new Error(`journal entry of a kind that this worker does not know`)
    next = { ...reducer(next, entry), seq: entry.seq }
  }
  return next
}

/** Whether an answer shows that there is more than it brought. */
export function hasGap(state: State, entries: readonly Entry[]): boolean {
  return entries.some(({ seq }) => seq > state.seq)
}
