// The blocks of a drawing’s layout: a line enters at the top and leaves at the bottom, at the same distance from the
// left edge (`spine`). A block does not know its position, and is never wider than the space it was given.
import type { Box, Choice, Figure, Reach } from './shapes.ts'
import type { Draft, Edge, Item } from './plan.ts'
import { cut, nameSize, noteSize, widthOf, wrap } from './text.ts'
import type { Wording } from './wording.ts'
import { sayQuestion } from './words.ts'

export type Block = {
  readonly w: number
  readonly h: number
  /** No line leaves the block, because every path through it ends at a stop. */
  readonly ends: boolean
  readonly reach?: Reach | undefined
  draw(x: number, y: number, out: Draft): void
}

export const spine = 18
export const stepGap = 24
const besideGap = 18
const boxWidth = { min: 104, max: 260 }
export const choiceWidth = { min: 150, max: 300 }
const nodeHeight = 44
const lineHeight = 14
const labelMax = 420
/** The most answers that are written under a question; its title lists all of them. */
const valuesMax = 3
const frameEdges = { side: 12, top: 26 }

export type Point = readonly [x: number, y: number]

/** `reach` describes where the line comes from and where it leads: whether a run took it. */
export function lineTo(points: readonly Point[], reach: Reach | undefined, arrow = true): Edge {
  const path = reach && { path: reach === 'untouched' ? ('untaken' as const) : ('taken' as const) }
  return { points, arrow, ...path }
}
/** The line that leaves a figure was taken if the run has passed the figure. */
export const leaving = (reach: Reach | undefined): Reach | undefined =>
  reach && (reach === 'passed' ? 'passed' : 'untouched')

/** An item that has no position yet. */
type Drawn = Omit<Item, 'x' | 'y'>

/** A block of one item. */
export const place = (item: Drawn, own: Pick<Block, 'ends' | 'reach'>): Block => ({
  w: item.w,
  h: item.h,
  ...own,
  draw: (x, y, out) => out.items.push({ ...item, x, y }),
})

export function box(figure: Box, room: number, { states }: Wording): Block {
  const { name, note, look, tone, pointer, words, state, reach } = figure
  const mark = state === undefined ? undefined : marks[state]
  const widthMax = Math.min(boxWidth.max, room) - 28
  const shown = cut(mark === undefined ? name : `${mark} ${name}`, widthMax, nameSize)
  const lines = note === undefined ? [shown] : [shown, cut(note, widthMax, noteSize)]
  const widest = Math.max(widthOf(shown, nameSize), widthOf(lines[1] ?? '', noteSize))
  return place(
    {
      kind: 'box',
      w: Math.max(boxWidth.min, widest + 28),
      h: nodeHeight,
      look,
      ...(tone && { tone }),
      ...(look !== 'input' && { step: pointer }),
      title: state === undefined || look === 'stop' ? words : `${words}: ${states[state]}`,
      lines,
      isNamed: true,
      ...(state !== undefined && { state }),
    },
    { ends: look === 'stop' || figure.isLast === true, reach },
  )
}

const marks = {
  completed: '✓',
  failed: '!',
  processing: '…',
  skipped: '–',
  stopped: '■',
  pending: undefined,
} as const

export const shorten = (value: string): string => value.replace(/^(?:facts|steps)\./, '')

/** The shape of a question; the branches of its answers are attached to it. */
export function question(figure: Choice, room: number, wording: Wording): Block {
  const { name, asked, answer, values = [], state, pointer, reach } = figure
  const w = Math.max(choiceWidth.min, Math.min(choiceWidth.max, room))
  const textMax = w - 40
  const answered = answer === undefined ? [] : [wording.answers[answer]]
  const question =
    name === undefined
      ? [...wrap(asked, textMax, noteSize), ...answered]
      : [cut([name, ...answered].join(': '), textMax, nameSize), cut(asked, textMax, noteSize)]
  const lines = [
    ...question,
    ...values.slice(0, valuesMax).map((one) => cut(shorten(one), textMax, noteSize)),
  ]
  return place(
    {
      kind: 'choice',
      w,
      h: nodeHeight + lineHeight * Math.max(0, lines.length - 2),
      step: pointer,
      title: sayQuestion(figure, wording),
      lines,
      isNamed: name !== undefined,
      ...(state && { state }),
    },
    { ends: false, reach },
  )
}

export function row(inner: readonly Block[], figure: Figure): Block {
  return {
    w: Math.max(...inner.map(({ w }) => w)),
    h: inner.reduce((sum, { h }) => sum + h + stepGap, -stepGap),
    reach: figure.reach,
    ends: figure.isLast === true || inner.some(({ ends }) => ends),
    draw(x, y, out) {
      let [top, before] = [y, undefined as Block | undefined]
      for (const one of inner) {
        if (before && !before.ends) {
          const way: Point[] = [
            [x + spine, top - stepGap],
            [x + spine, top],
          ]
          out.edges.push(lineTo(way, arriving(before, one)))
        }
        one.draw(x, top, out)
        top += one.h + stepGap
        before = one
      }
    },
  }
}

/** A block that the run skipped still has a taken line before it, if the run has passed the block before. */
const arriving = (before: Block, to: Block): Reach | undefined =>
  to.reach === 'untouched' ? leaving(before.reach) && 'untouched' : to.reach

type FrameFigure = Extract<Figure, { kind: 'frame' }>

/** The width that is left inside a frame. */
export const roomInside = (room: number): number => room - 2 * frameEdges.side

/** Places the blocks side by side as far as they fit, the others below. */
export function frame(inner: readonly Block[], figure: FrameFigure, room: number): Block {
  const { side, top } = frameEdges
  const places = flow(inner, roomInside(room))
  const label = cut(figure.label, Math.min(labelMax, roomInside(room)), noteSize)
  const wide = Math.max(...places.map(({ left, block }) => left + block.w))
  const w = Math.max(wide, widthOf(label, noteSize)) + 2 * side
  const h = Math.max(...places.map((one) => one.top + one.block.h)) + top + side
  return {
    w,
    h,
    ends: figure.isLast === true || inner.some(({ ends }) => ends),
    reach: figure.reach,
    draw(x, y, out) {
      const { look, words: title, pointer: step } = figure
      out.frames.push({ x, y, w, h, look, title, label, step })
      for (const one of places) one.block.draw(x + side + one.left, y + top + one.top, out)
    },
  }
}

function flow(blocks: readonly Block[], room: number) {
  let [left, top, height] = [0, 0, 0]
  return blocks.map((block) => {
    if (left > 0 && left + block.w > room) [left, top, height] = [0, top + height + besideGap, 0]
    const placed = { block, left, top }
    left += block.w + besideGap
    height = Math.max(height, block.h)
    return placed
  })
}
