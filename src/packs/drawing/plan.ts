// A drawing as geometry, before it becomes SVG, in pixels from the top left corner.
import type { FrameLook, Look, RowState, Tone } from './shapes.ts'
import type { StepState } from './run-view.ts'

type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

export type Item = Box & {
  readonly kind: 'box' | 'choice' | 'table' | 'merge' | 'start' | 'end'
  readonly look?: Look
  readonly tone?: Tone
  /** The JSON pointer from the root step; absent for the beginning and end of the drawing. */
  readonly step?: string
  /** The full text, of which `lines` may show only a part. */
  readonly title?: string
  /** The first line is larger than the others where `isNamed`. */
  readonly lines: readonly string[]
  readonly isNamed?: boolean
  /** The rows of a table, below its name. */
  readonly rows?: readonly RowItem[]
  readonly state?: StepState
}
/** Three texts, each with its distance from the left edge of the table; `top` is the distance from its upper edge. */
export type RowItem = {
  readonly step: string
  readonly title: string
  readonly top: number
  readonly h: number
  readonly cells: readonly { readonly left: number; readonly text: string }[]
  readonly tone?: Tone
  readonly state?: RowState
}
export type FrameBox = Box & {
  readonly look: FrameLook
  /** The full text, of which `label` may show only a part. */
  readonly title: string
  readonly label: string
  readonly step: string
}

/**
 * A line of horizontal and vertical parts. `path` says whether a run took it, and is absent where no run is shown;
 * `arrow` says whether it ends in an arrow.
 */
export type Edge = {
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly path?: 'taken' | 'untaken'
  readonly arrow: boolean
}
export type Label = { readonly x: number; readonly y: number; readonly text: string }

export type Plan = {
  readonly width: number
  readonly height: number
  readonly items: readonly Item[]
  readonly edges: readonly Edge[]
  readonly frames: readonly FrameBox[]
  readonly labels: readonly Label[]
}

export type Draft = {
  readonly items: Item[]
  readonly edges: Edge[]
  readonly frames: FrameBox[]
  readonly labels: Label[]
}
