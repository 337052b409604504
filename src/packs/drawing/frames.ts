// Builds frames: parallel steps, repeat steps, tries, and steps of another pack.
import type { RepeatStep } from '#src/packs/document/pack.ts'
import type { Figure, FrameLook, Reach } from './shapes.ts'
import type { View } from './run-view.ts'
import { firstClause } from './text.ts'

type FrameFigure = Extract<Figure, { kind: 'frame' }>
type FrameOptions = {
  readonly pointer: string
  readonly look: FrameLook
  readonly reach: Reach | undefined
  /** The full label, where it was shortened. */
  readonly words?: string
}

export function frameFigure(
  id: string | undefined,
  label: string,
  inner: readonly Figure[],
  { pointer, look, reach, words = label }: FrameOptions,
): FrameFigure {
  const own = id === undefined ? '' : `${id}: `
  return {
    kind: 'frame',
    pointer,
    look,
    label: own + label,
    words: own + words,
    inner,
    ...(reach && { reach }),
  }
}

export function repeatFigure(
  { id, until, timesMax }: RepeatStep,
  pointer: string,
  inner: readonly Figure[],
  { run, wording }: View,
): FrameFigure {
  const round = run?.rounds[pointer]
  const write = (condition: string) =>
    [
      wording.again(condition, timesMax),
      ...(round === undefined ? [] : [wording.round(round)]),
    ].join('; ')
  // The frame counts as passed once its condition has its last answer.
  const [body] = inner
  const isLeft = run?.answers[pointer] !== undefined
  const reach = body?.reach === 'passed' && !isLeft ? 'begun' : body?.reach
  return frameFigure(id, write(firstClause(until, wording)), inner, {
    pointer,
    look: 'dotted',
    reach,
    words: write(until),
  })
}
