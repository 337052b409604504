// A block whose branches join again: the question or module on top, stops beside it, the other branches below. The last
// branch is on the spine, the others are indented.
import { type Block, leaving, lineTo, type Point, spine } from './blocks.ts'
import type { Reach } from './shapes.ts'
import type { Draft } from './plan.ts'

export const indent = 30
/** The distance to the right of a branch at which earlier branches return to the spine. */
export const rail = 10
/** The distance between the head and the stops beside it. */
export const sideGap = 90
const stopGap = 8
const wayGap = 40
const labelHeight = 12
const mergeSize = 8

export type WayBlock = {
  readonly block: Block
  /** The answers at the line, in two lines if there is room. */
  readonly labels: readonly string[]
  readonly reach: Reach | undefined
}
export type Branches = {
  readonly pointer: string
  readonly reach: Reach | undefined
  readonly head: Block
  readonly stops: readonly WayBlock[]
  readonly indented: readonly WayBlock[]
  /** The branch on the spine; without it the line continues below the head if `passes`. */
  readonly straight?: WayBlock | undefined
  readonly passes?: { readonly reach: Reach | undefined } | undefined
}
type Placed = WayBlock & { readonly top: number }

export function branch(given: Branches): Block {
  const { head, stops, straight, passes, reach } = given
  const plan = arrange(given)
  const below = [...plan.indented, ...(plan.straight ? [plan.straight] : [])]
  const widest = Math.max(
    head.w + Math.max(0, ...stops.map(({ block }) => sideGap + block.w)),
    ...plan.indented.map(({ block }) => indent + block.w + rail),
    (straight?.block.w ?? 0) + (plan.joining.length > 0 ? rail : 0),
  )
  return {
    w: widest,
    h: plan.bottom,
    reach,
    ends: !passes && below.every(({ block }) => block.ends),
    draw(x, y, out) {
      head.draw(x, y, out)
      drawStops(given, x, y, out)
      for (const one of plan.indented) drawIndented(one, { x, y, from: y + head.h }, out)
      if (plan.straight) drawStraight(plan.straight, { x, y, from: y + head.h }, out)
      drawJoin(given, plan, { x, y }, out)
    },
  }
}

/** Vertical positions relative to the top of the block. */
function arrange({ head, stops, indented, straight, passes }: Branches) {
  const beside = stops.reduce((sum, { block }) => sum + block.h + stopGap, -stopGap)
  let bottom = Math.max(head.h, beside)
  const place = (way: WayBlock): Placed => {
    const top = bottom + wayGap
    bottom = top + way.block.h
    return { ...way, top }
  }
  const placed = { indented: indented.map(place), straight: straight && place(straight) }
  const joining = placed.indented.filter(({ block }) => !block.ends)
  // A line that passes by needs an end point of its own where nothing follows.
  const isJoined = joining.length > 0 || (passes !== undefined && bottom > head.h)
  return { ...placed, joining, isJoined, bottom: bottom + (isJoined ? 16 + mergeSize / 2 : 0) }
}
type Arranged = ReturnType<typeof arrange>

function drawStops({ head, stops }: Branches, x: number, y: number, out: Draft): void {
  const [right, level] = [x + head.w, y + head.h / 2]
  let top = y
  for (const { block, labels, reach } of stops) {
    const to: Point = [right + sideGap, top + (top === y ? head.h : block.h) / 2]
    const turn = right + 10
    const way: Point[] =
      to[1] === level ? [[right, level], to] : [[right, level], [turn, level], [turn, to[1]], to]
    out.edges.push(lineTo(way, reach))
    writeBeside(labels, right + 12, to[1], out)
    block.draw(to[0], to[1] - block.h / 2, out)
    top += block.h + stopGap
  }
}

/** Writes two answers above and below the line. */
function writeBeside(
  [over = '', under]: readonly string[],
  x: number,
  level: number,
  out: Draft,
): void {
  out.labels.push({ x, y: level - 5, text: over })
  if (under !== undefined) out.labels.push({ x, y: level + labelHeight, text: under })
}

type Place = { readonly x: number; readonly y: number; readonly from: number }

function drawIndented(way: Placed, { x, y, from }: Place, out: Draft): void {
  const [left, top] = [x + indent, y + way.top]
  const level = top - 22
  const points: Point[] = [
    [x + spine, from],
    [x + spine, level],
    [left + spine, level],
    [left + spine, top],
  ]
  out.edges.push(lineTo(points, way.reach))
  out.labels.push({ x: left + spine + 6, y: top - 8, text: way.labels.join(' ') })
  way.block.draw(left, top, out)
}

function drawStraight(way: Placed, { x, y, from }: Place, out: Draft): void {
  const top = y + way.top
  const points: Point[] = [
    [x + spine, from],
    [x + spine, top],
  ]
  out.edges.push(lineTo(points, way.reach))
  out.labels.push({ x: x + spine + 6, y: top - 8, text: way.labels.join(' ') })
  way.block.draw(x, top, out)
}

/**
 * Draws the lines by which branches return to the spine: the last one from above, the others around the blocks below
 * them.
 */
function drawJoin(
  { head, passes, straight, pointer }: Branches,
  plan: Arranged,
  { x, y }: { readonly x: number; readonly y: number },
  out: Draft,
): void {
  const level = y + plan.bottom - mergeSize / 2
  const end = plan.isJoined ? level - mergeSize / 2 : y + plan.bottom
  const down = (from: number, reach: Reach | undefined): void => {
    const points: Point[] = [
      [x + spine, from],
      [x + spine, end],
    ]
    if (from < end) out.edges.push(lineTo(points, reach, false))
  }
  if (passes) down(y + head.h, passes.reach)
  if (plan.straight && !plan.straight.block.ends)
    down(y + plan.straight.top + plan.straight.block.h, leaving(plan.straight.block.reach))
  if (!plan.isJoined) return
  const below = [...plan.indented.map(({ block }) => indent + block.w), straight?.block.w ?? 0]
  const railX = x + Math.max(...below) + rail - 2
  for (const { block, top } of plan.joining) {
    const [from, bottom] = [x + indent + spine, y + top + block.h]
    const isLast = !plan.straight && top === plan.indented.at(-1)?.top
    const around: Point[] = isLast
      ? []
      : [
          [from, bottom + 9],
          [railX, bottom + 9],
        ]
    const corner = isLast ? from : railX
    const points: Point[] = [
      [from, bottom],
      ...around,
      [corner, level],
      [x + spine + mergeSize / 2, level],
    ]
    out.edges.push(lineTo(points, leaving(block.reach), false))
  }
  const [left, top, size] = [x + spine - mergeSize / 2, level - mergeSize / 2, mergeSize]
  out.items.push({ kind: 'merge', x: left, y: top, w: size, h: size, step: pointer, lines: [] })
}
