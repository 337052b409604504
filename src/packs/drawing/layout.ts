// Lays a figure out from top to bottom. A composition is a series-parallel tree, so one pass over the tree positions
// everything, keeps the document order and never exceeds the width of a page.
import {
  type Block,
  box,
  choiceWidth,
  frame,
  leaving,
  lineTo,
  type Point,
  question,
  roomInside,
  row,
  spine,
  stepGap,
} from './blocks.ts'
import { branch, indent, rail, sideGap, type WayBlock } from './branches.ts'
import type { Choice, Figure, Reach, Way } from './shapes.ts'
import { table } from './table-block.ts'
import type { Draft, Plan } from './plan.ts'
import { type Answer, type Wording, wordings } from './wording.ts'
import { sayAnswers } from './words.ts'

/** The greatest width of a drawing in pixels, however long or deep its pack is. */
export const widthMax = 1_200
const margin = 24
const endSize = 14

export function layOut(figure: Figure, wording = wordings.en): Plan {
  const root = toBlock(figure, widthMax - 2 * margin, wording)
  const out: Draft = { items: [], edges: [], frames: [], labels: [] }
  const middle = margin + spine
  const top = margin + endSize + stepGap
  const end = (kind: 'start' | 'end', y: number) =>
    out.items.push({
      kind,
      x: middle - endSize / 2,
      y,
      w: endSize,
      h: endSize,
      lines: [],
      title: wording[kind],
    })
  const line = (from: number, to: number): Point[] => [
    [middle, from],
    [middle, to],
  ]
  end('start', margin)
  out.edges.push(lineTo(line(top - stepGap, top), root.reach))
  root.draw(margin, top, out)
  const bottom = top + root.h
  if (!root.ends) {
    out.edges.push(lineTo(line(bottom, bottom + stepGap), leaving(root.reach)))
    end('end', bottom + stepGap)
  }
  return {
    ...out,
    width: Math.max(root.w, spine + endSize) + 2 * margin,
    height: bottom + (root.ends ? 0 : stepGap + endSize) + margin,
  }
}

function toBlock(figure: Figure, room: number, wording: Wording): Block {
  switch (figure.kind) {
    case 'box':
      return box(figure, room, wording)
    case 'row':
      return row(
        figure.inner.map((one) => toBlock(one, room, wording)),
        figure,
      )
    case 'frame':
      return frame(
        figure.inner.map((one) => toBlock(one, roomInside(room), wording)),
        figure,
        room,
      )
    case 'choice':
      return choice(figure, room, wording)
    case 'table':
      return table(figure, room, wording)
    case 'fallback':
      return fallback(figure, room, wording)
  }
}

/** A condition whose one branch only stops is drawn as a question with the stop beside it. */
function choice(figure: Choice, room: number, wording: Wording): Block {
  const { pointer, reach, answer, ways, goesOn } = figure
  const taken = (on: readonly Answer[]): Reach | undefined =>
    reach && (answer !== undefined && on.includes(answer) ? 'passed' : 'untouched')
  const toWay = ({ on, figure: one }: Way, inner: number): WayBlock => ({
    block: toBlock(one, inner, wording),
    labels: sayAnswers(on, wording),
    reach: taken(on),
  })
  const stops = ways.filter(isStop).map((way) => toWay(way, room - sideGap - choiceWidth.min))
  const others = ways.filter((way) => !isStop(way))
  const passes = goesOn.length > 0
  const onSpine = passes ? undefined : others.at(-1)
  const inner = room - (others.length > 1 ? rail : 0)
  const beside = Math.max(0, ...stops.map(({ block }) => sideGap + block.w))
  const block = branch({
    pointer,
    reach,
    head: question(figure, room - beside, wording),
    stops,
    indented: others
      .filter((way) => way !== onSpine)
      .map((way) => toWay(way, room - rail - indent)),
    straight: onSpine && toWay(onSpine, inner),
    ...(passes && { passes: { reach: taken(goesOn) } }),
  })
  return figure.isLast ? { ...block, ends: true } : block
}

const isStop = ({ figure }: Way): boolean => figure.kind === 'box' && figure.look === 'stop'

function fallback(
  figure: Extract<Figure, { kind: 'fallback' }>,
  room: number,
  wording: Wording,
): Block {
  const { pointer, reach } = figure
  const head = toBlock(figure.first, room, wording)
  const instead = toBlock(figure.instead, room - indent - rail, wording)
  const isFallen = instead.reach !== undefined && instead.reach !== 'untouched'
  const block = branch({
    pointer,
    reach,
    head,
    stops: [],
    indented: [{ block: instead, labels: [wording.ifItFails], reach: instead.reach }],
    // The line goes straight down when no fallback had to run.
    passes: { reach: isFallen ? 'untouched' : leaving(head.reach) },
  })
  return figure.isLast ? { ...block, ends: true } : block
}
