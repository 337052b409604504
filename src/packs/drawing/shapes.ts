// The figure of a composition, types only.
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import type { StepState } from './run-view.ts'

/** How far a run has come at a step. */
export type Reach = 'untouched' | 'begun' | 'passed'

export type Common = {
  /** JSON pointer from the root step. */
  readonly pointer: string
  /** Absent where no run is shown. */
  readonly reach?: Reach
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
type Row = Common & { readonly kind: 'row' | 'split'; readonly inner: readonly Figure[] }
export type Choice = Common & {
  readonly kind: 'choice'
  readonly condition: string
  /** What a run answered. */
  readonly answer?: ConditionAnswer
  readonly yes: Figure
  readonly no?: Figure
}
/** `dotted` what may run several times, `heavy` a pack within. */
export type FrameLook = 'dotted' | 'heavy'
type Frame = Common & {
  readonly kind: 'frame'
  readonly look: FrameLook
  readonly label: string
  readonly inner: Figure
}
/** The fallback of a failed module. */
type Fallback = Common & {
  readonly kind: 'fallback'
  readonly first: Figure
  readonly instead: Figure
}
export type Figure = Box | Row | Choice | Frame | Fallback
