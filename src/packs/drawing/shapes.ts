// The shapes of a composition’s figure.
import type { StepState } from './run-view.ts'
import type { Answer } from './wording.ts'

/** How far a run has come at a step. */
export type Reach = 'untouched' | 'begun' | 'passed'

export type Common = {
  /** A JSON pointer from the root step. */
  readonly pointer: string
  /** Absent when no run is shown. */
  readonly reach?: Reach
  /** The run ended inside this step, so nothing follows. */
  readonly isLast?: true
}

/**
 * `solid`: a module; `dashed`: an optional one; `heavy`: another pack; `stop`: the end of a path; `input`: the input of
 * a run, which is no step.
 */
export type Look = 'solid' | 'dashed' | 'heavy' | 'stop' | 'input'

/** The kind of a stop’s outcome. */
export type Tone = 'good' | 'bad' | 'undecided'

export type Box = Common & {
  readonly kind: 'box'
  readonly look: Look
  readonly tone?: Tone
  readonly name: string
  /** The second line, in smaller text. */
  readonly note?: string
  readonly words: string
  readonly state?: StepState
}
type Row = Common & { readonly kind: 'row'; readonly inner: readonly Figure[] }

/** The branch for some answers of a question. */
export type Way = { readonly on: readonly Answer[]; readonly figure: Figure }

/**
 * A question, answered by a condition or a person. For a run that has answered it only the branch taken is included.
 */
export type Choice = Common & {
  readonly kind: 'choice'
  readonly name?: string
  /** The question, shortened. */
  readonly asked: string
  /** The question in full. */
  readonly words: string
  readonly ways: readonly Way[]
  /** The answers after which the run continues behind the question. */
  readonly goesOn: readonly Answer[]
  /** The answer in the run. */
  readonly answer?: Answer
  /** The values that the condition read in the run. */
  readonly values?: readonly string[]
  readonly state?: StepState
}
/** `plain`: parallel steps; `dotted`: steps that may run several times; `heavy`: another pack. */
export type FrameLook = 'plain' | 'dotted' | 'heavy'
type Frame = Common & {
  readonly kind: 'frame'
  readonly look: FrameLook
  readonly label: string
  /** The full label. */
  readonly words: string
  /** One figure, or several side by side for parallel steps. */
  readonly inner: readonly Figure[]
}
/** A module with its fallback. */
type Fallback = Common & {
  readonly kind: 'fallback'
  readonly first: Figure
  readonly instead: Figure
}
/** The state of a row in a run. `held` and `unknown` have not ended it; `unasked` is a last row without a condition. */
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
  /** A row without an answer is skipped, and the next one is tried. */
  readonly goesOn?: true
  readonly state?: RowState
  readonly values?: readonly string[]
}
/** A decision table: the first row that holds ends the run. */
export type Table = Common & {
  readonly kind: 'table'
  readonly name: string
  readonly rows: readonly TableRow[]
  /** Whether the run continues when no row holds. */
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
/** Undefined for a custom outcome. */
export const toneOf = (outcome: string): Tone | undefined => tones.get(outcome)

/** A step inside another, with its JSON pointer relative to the outer one. */
export type Part = { readonly part: string; readonly figure: Figure }
