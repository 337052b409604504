// The journal folded into what the workflow knows: ids, codes and times, small enough to be carried
// through continue-as-new. Any split of the journal into looks gives the same state.
import {
  type EmailTokenState,
  foldEmailToken,
  noEmailTokens,
} from '#src/modules/email-token/rules.ts'
import type { Entry, Kind } from '#src/journal/entry.ts'
import { foldPacks, noPacks, type PacksState } from '#src/packs/rules.ts'

/** Raised when the fold changes its mind about old entries: carried state of another one is refolded. */
export const foldVersion = 1

export type State = {
  /** The last entry that was folded. */
  readonly seq: number
  readonly emailToken: EmailTokenState
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
  emailToken: noEmailTokens,
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
  emailToken: foldEmailToken(state.emailToken, entry),
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
