// The blocks of a layout: each has one port on the left and one on the right, at the same height, and does not know
// its own position.
import type { Box, Figure, Reach } from './shapes.ts'
import type { Draft, Edge, Item } from './plan.ts'
import { cut, nameSize, noteSize, widthOf } from './text.ts'

export type Block = {
  readonly w: number
  readonly h: number
  /** From its top edge. */
  readonly port: number
  /** From its left edge to what the line that comes in points to. */
  readonly lead: number
  /** No line leaves it: a stop stands on every way through. */
  readonly ends: boolean
  readonly reach?: Reach | undefined
  draw(x: number, y: number, out: Draft): void
}

export const stepGap = 36
export const branchGap = 18
const barSize = { w: 8, h: 32 }
const nodeSize = { w: 104, h: 44 }
const frameEdges = { side: 12, top: 24 }
const labelMax = 60

export type Point = readonly [x: number, y: number]

/** `reach` of what a line comes from and leads to: a run took it when it came to its end. */
export function lineTo(points: readonly Point[], reach: Reach | undefined, arrow = true): Edge {
  const path = reach && { path: reach === 'untouched' ? ('untaken' as const) : ('taken' as const) }
  return { points, arrow, ...path }
}
/** What leads away from a figure is taken when a run has passed it. */
export const leaving = (reach: Reach | undefined): Reach | undefined =>
  reach && (reach === 'passed' ? 'passed' : 'untouched')

export function box({ name, note, look, tone, pointer, words, state, reach }: Box): Block {
  const mark = state === undefined ? undefined : marks[state]
  const shown = cut(mark === undefined ? name : `${mark} ${name}`)
  const lines = note === undefined ? [shown] : [shown, cut(note)]
  const texts = [widthOf(shown, nameSize), widthOf(lines[1] ?? '', noteSize)]
  const w = Math.max(nodeSize.w, Math.max(...texts) + 34)
  const { h } = nodeSize
  const title = state === undefined || look === 'stop' ? words : `${words}: ${state}`
  return {
    w,
    h,
    port: h / 2,
    lead: 0,
    ends: look === 'stop',
    reach,
    draw: (x, y, out) =>
      out.items.push({
        kind: 'box',
        x,
        y,
        w,
        h,
        look,
        ...(tone && { tone }),
        step: pointer,
        title,
        lines,
        ...(state !== undefined && { state }),
      }),
  }
}

const marks = {
  completed: '✓',
  failed: '!',
  processing: '…',
  skipped: '–',
  stopped: '■',
  pending: undefined,
} as const

export function row(inner: readonly Block[], reach: Reach | undefined): Block {
  const port = Math.max(...inner.map((one) => one.port))
  const below = Math.max(...inner.map((one) => one.h - one.port))
  const w = inner.reduce((sum, one) => sum + one.w + stepGap, -stepGap)
  return {
    w,
    h: port + below,
    port,
    reach,
    lead: inner[0]?.lead ?? 0,
    ends: inner.some(({ ends }) => ends),
    draw(x, y, out) {
      let [left, before] = [x, undefined as Block | undefined]
      for (const one of inner) {
        const to: Point = [left + one.lead, y + port]
        if (before && !before.ends)
          out.edges.push(lineTo([[left - stepGap, y + port], to], arriving(before, one)))
        one.draw(left, y + port - one.port, out)
        left += one.w + stepGap
        before = one
      }
    },
  }
}

/** What follows may be skipped wholly; the line to it is taken once a run has come through what is before. */
const arriving = (before: Block, to: Block): Reach | undefined =>
  to.reach === 'untouched' ? leaving(before.reach) && 'untouched' : to.reach

export function split(inner: readonly Block[], pointer: string, reach: Reach | undefined): Block {
  const tops = inner.map((_, at) =>
    inner.slice(0, at).reduce((sum, one) => sum + one.h + branchGap, 0),
  )
  const ports = inner.map((one, at) => (tops[at] ?? 0) + one.port)
  const port = ((ports[0] ?? 0) + (ports.at(-1) ?? 0)) / 2
  const above = Math.max(0, barSize.h / 2 - port)
  const h = Math.max(...inner.map((one, at) => (tops[at] ?? 0) + one.h), port + barSize.h / 2)
  const widest = Math.max(...inner.map((one) => one.w))
  const ends = inner.some((one) => one.ends)
  const w = barSize.w + stepGap + widest + (ends ? 0 : stepGap + barSize.w)
  return {
    w,
    h: h + above,
    port: port + above,
    lead: 0,
    ends,
    reach,
    draw(x, y, out) {
      const middle = y + above + port
      const bar = (left: number): Item => ({
        kind: 'bar',
        x: left,
        y: middle - barSize.h / 2,
        ...barSize,
        step: pointer,
        lines: [],
        title: 'at the same time',
      })
      out.items.push(bar(x))
      const joinX = x + w - barSize.w
      if (!ends) out.items.push(bar(joinX))
      inner.forEach((one, at) => {
        const left = x + barSize.w + stepGap
        const top = y + above + (tops[at] ?? 0)
        const level = top + one.port
        const from: Point = [x + barSize.w, middle]
        out.edges.push(lineTo(bend(from, [left + one.lead, level], left - stepGap / 2), one.reach))
        one.draw(left, top, out)
        if (!ends) {
          const points = bend([left + one.w, level], [joinX, middle], joinX - stepGap / 2)
          out.edges.push(lineTo(points, leaving(one.reach)))
        }
      })
    },
  }
}

/** From a point to another, up or down at `x`. */
function bend(from: Point, to: Point, x: number): Point[] {
  return from[1] === to[1] ? [from, to] : [from, [x, from[1]], [x, to[1]], to]
}

export function frame(inner: Block, figure: Extract<Figure, { kind: 'frame' }>): Block {
  const { side, top } = frameEdges
  const label = cut(figure.label, labelMax)
  const w = Math.max(inner.w, widthOf(label, noteSize)) + 2 * side
  const h = inner.h + top + side
  const inset = (w - inner.w) / 2
  const { reach } = figure
  return {
    w,
    h,
    port: inner.port + top,
    lead: inner.lead + inset,
    ends: inner.ends,
    reach,
    draw(x, y, out) {
      const { look, label: title, pointer: step } = figure
      out.frames.push({ x, y, w, h, look, title, label, step })
      inner.draw(x + inset, y + top, out)
      if (inner.ends) return
      const level = y + top + inner.port
      const way: Point[] = [
        [x + inset + inner.w, level],
        [x + w, level],
      ]
      out.edges.push(lineTo(way, leaving(reach), false))
    },
  }
}
