// The figure of a composition: its shapes.
import type { StepState } from './run-view.ts'

/** How far a run has come at a step. */
export type Reach = 'untouched' | 'begun' | 'passed'

export type Common = {
  /** JSON pointer from the root step. */
  readonly pointer: string
  /** Absent where no run is shown. */
  readonly reach?: Reach
  /** A run ended inside it: nothing follows. */
  readonly isLast?: true
}

/** `solid` a module, `dashed` one that may never get its input, `heavy` a pack within, `stop` the end of a path. */
export type Look = 'solid' | 'dashed' | 'heavy' | 'stop'

/** What kind of outcome a stop has. */
export type Tone = 'good' | 'bad' | 'undecided'

export type Box = Common & {
  readonly kind: 'box'
  readonly look: Look
  readonly tone?: Tone
  readonly name: string
  /** The second, smaller line. */
  readonly note?: string
  readonly words: string
  readonly state?: StepState
}
type Row = Common & { readonly kind: 'row'; readonly inner: readonly Figure[] }

/** What comes after some answers of a question. */
export type Way = { readonly on: readonly string[]; readonly figure: Figure }

/** A question, to a condition or to a person. Of a run that has answered it the way that was taken stands alone. */
export type Choice = Common & {
  readonly kind: 'choice'
  readonly name?: string
  /** The question, shortened. */
  readonly asked: string
  /** The question in full. */
  readonly words: string
  readonly ways: readonly Way[]
  /** The answers after which the pack goes on behind it. */
  readonly goesOn: readonly string[]
  /** What a run answered. */
  readonly answer?: string
  /** What it read then. */
  readonly values?: readonly string[]
  readonly state?: StepState
}
/** `plain` what runs at the same time, `dotted` what may run several times, `heavy` a pack within. */
export type FrameLook = 'plain' | 'dotted' | 'heavy'
type Frame = Common & {
  readonly kind: 'frame'
  readonly look: FrameLook
  readonly label: string
  /** Of the label in full. */
  readonly words: string
  /** Beside each other; one, but of what runs at the same time. */
  readonly inner: readonly Figure[]
}
/** The fallback of a failed module. */
type Fallback = Common & {
  readonly kind: 'fallback'
  readonly first: Figure
  readonly instead: Figure
}
/** What a run made of a row. `held` and `unknown` have not ended it; `unasked` is a last row without a condition. */
export type RowState = 'ended' | 'held' | 'unknown' | 'no' | 'unasked'

export type TableRow = {
  readonly pointer: string
  readonly name: string
  /** The condition, shortened: `unless facts.checks.listsAsked`. */
  readonly asked: string
  /** The condition in full. */
  readonly words: string
  readonly outcome: string
  readonly reason: string
  readonly tone?: Tone
  /** Without an answer the next row is asked. */
  readonly goesOn?: true
  readonly state?: RowState
  readonly values?: readonly string[]
}
/** Decisions in their order: the first that holds ends the run. */
export type Table = Common & {
  readonly kind: 'table'
  readonly name: string
  readonly rows: readonly TableRow[]
  /** Where no row holds the pack goes on behind it. */
  readonly goesOn: boolean
}
export type Figure = Box | Row | Choice | Frame | Fallback | Table

const tones: ReadonlyMap<string, Tone> = new Map([
  ['approved', 'good'],
  ['rejected', 'bad'],
  ['denied', 'bad'],
  ['cancelled', 'bad'],
  ['review', 'undecided'],
])
/** Undefined for an outcome of one's own. */
export const toneOf = (outcome: string): Tone | undefined => tones.get(outcome)

/** A step inside another, with its JSON pointer relative to that one. */
export type Part = { readonly part: string; readonly figure: Figure }
