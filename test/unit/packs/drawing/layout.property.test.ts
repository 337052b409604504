// The layout as geometry, for any composition.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toFigure } from '#src/packs/drawing/figure.ts'
import { layOut, widthMax } from '#src/packs/drawing/layout.ts'
import type { Edge, Plan } from '#src/packs/drawing/plan.ts'
import { noteSize, widthOf } from '#src/packs/drawing/text.ts'
import { eachStep } from '#src/packs/document/walk.ts'
import { anyPack, deepest, deepPack } from './documents.ts'

type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
type Point = readonly [number, number]
const slack = 0.01

const overlap = (one: Box, other: Box): boolean =>
  one.x + slack < other.x + other.w &&
  other.x + slack < one.x + one.w &&
  one.y + slack < other.y + other.h &&
  other.y + slack < one.y + one.h

const contains = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x + slack &&
  outer.y <= inner.y + slack &&
  outer.x + outer.w + slack >= inner.x + inner.w &&
  outer.y + outer.h + slack >= inner.y + inner.h

const near = (one: number, other: number) => Math.abs(one - other) < slack

function touches([x, y]: Point, { x: left, y: top, w, h }: Box): boolean {
  const within = x > left - slack && x < left + w + slack && y > top - slack && y < top + h + slack
  const onBorder = near(x, left) || near(x, left + w) || near(y, top) || near(y, top + h)
  return within && onBorder
}

/** Each part of a line as a place without width or height. */
const partsOf = ({ points }: Edge): Box[] =>
  points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at] ?? [x, y]
    return {
      x: Math.min(x, fromX),
      y: Math.min(y, fromY),
      w: Math.abs(x - fromX),
      h: Math.abs(y - fromY),
    }
  })

const inside = (step: string | undefined, outer: string) =>
  step !== undefined && (step === outer || step.startsWith(`${outer}/`))

const check = (property: (plan: Plan, root: Parameters<typeof eachStep>[0]) => void) =>
  fc.assert(
    fc.property(anyPack, (pack) => property(layOut(toFigure(pack)), pack.root)),
    { numRuns: 150 },
  )

describe('of any composition', () => {
  test('nothing overlaps, and all is within the picture', () => {
    check(({ items, frames, width, height }) => {
      for (const [at, one] of items.entries())
        for (const other of items.slice(at + 1)) expect(overlap(one, other)).toBe(false)
      const picture = { x: 0, y: 0, w: width, h: height }
      for (const one of [...items, ...frames]) expect(contains(picture, one)).toBe(true)
    })
  })

  test('rows stand below each other in their table, and their texts beside each other', () => {
    check(({ items }) => {
      for (const { rows, w, h } of items.filter(({ kind }) => kind === 'table')) {
        expect(rows?.length).toBeGreaterThan(0)
        for (const [at, row] of (rows ?? []).entries()) {
          const before = rows?.[at - 1]
          expect(row.top).toBeGreaterThanOrEqual(before ? before.top + before.h : 0)
          expect(row.top + row.h).toBeLessThanOrEqual(h)
          const ends = row.cells.map(({ left, text }) => left + widthOf(text, noteSize))
          expect(ends.every((end, cell) => end <= (row.cells[cell + 1]?.left ?? w))).toBe(true)
        }
      }
    })
  })

  test('a frame holds what stands inside its step, and nothing else', () => {
    check(({ items, frames }) => {
      for (const frame of frames)
        for (const item of items) {
          if (inside(item.step, frame.step)) continue
          expect(overlap(frame, item)).toBe(false)
        }
    })
  })

  test('no line runs through what it does not lead to', () => {
    check(({ items, edges }) => {
      for (const part of edges.flatMap(partsOf))
        for (const item of items) {
          const core = { x: item.x + 1, y: item.y + 1, w: item.w - 2, h: item.h - 2 }
          expect(overlap({ ...part, w: part.w + 2 * slack, h: part.h + 2 * slack }, core)).toBe(
            false,
          )
        }
    })
  })

  test('it is no wider than a page', () => {
    fc.assert(
      fc.property(fc.oneof(anyPack, deepPack), (pack) => {
        const { width } = layOut(toFigure(pack))
        expect(width).toBeLessThanOrEqual(widthMax)
      }),
      { numRuns: 150 },
    )
    for (const root of deepest)
      expect(layOut(toFigure({ root })).width).toBeLessThanOrEqual(widthMax)
    const long = Array.from(
      { length: 199 },
      (_, at) => ({ kind: 'module', module: `m${at}` }) as const,
    )
    for (const kind of ['sequence', 'parallel'] as const)
      expect(layOut(toFigure({ root: { kind, steps: long } })).width).toBeLessThanOrEqual(widthMax)
  })

  test('lines go from border to border, across or up and down, and connect all of it', () => {
    check(({ items, edges, frames }) => {
      const groups = new Map<object, object>()
      const find = (one: object): object => {
        const above = groups.get(one)
        return above ? find(above) : one
      }
      const connect = (one: object, other: object) => {
        const [from, to] = [find(one), find(other)]
        if (from !== to) groups.set(from, to)
      }
      for (const edge of edges) {
        for (const { w, h } of partsOf(edge)) expect(near(w, 0) || near(h, 0)).toBe(true)
        for (const end of [edge.points[0], edge.points.at(-1)]) {
          if (!end) throw new Error('a line has ends')
          const met = [...items, ...frames].filter((place) => touches(end, place))
          expect(met.length).toBeGreaterThan(0)
          for (const one of met) connect(edge, one)
          for (const other of edges)
            if (
              [other.points[0], other.points.at(-1)].some(
                (one) => one && near(one[0], end[0]) && near(one[1], end[1]),
              )
            )
              connect(edge, other)
        }
      }
      // A line that comes in goes through the border of a frame to what is in it.
      for (const frame of frames)
        for (const item of items) if (inside(item.step, frame.step)) connect(frame, item)
      expect(new Set(items.map(find)).size).toBe(1)
    })
  })

  test('every module, pack, table and stop stands there once, but a stop that two answers share', () => {
    check(({ items, frames }, root) => {
      const drawn = items
        .filter(({ kind }) => kind === 'box' || kind === 'table')
        .map(({ step }) => step)
      const asked = [...eachStep(root)].filter(
        ([pointer, step]) =>
          step.kind === 'module' ||
          step.kind === 'stop' ||
          step.kind === 'decide' ||
          (step.kind === 'pack' && !step.root) ||
          (step.kind === 'review' &&
            ![...eachStep(root)].some(([one]) => one.startsWith(`${pointer}/`))),
      )
      const pointers = asked.map(([pointer]) => pointer)
      expect(new Set(drawn).size).toBe(drawn.length)
      expect(drawn.filter((one) => one === undefined || !pointers.includes(one))).toEqual([])
      const missing = asked.filter(([pointer]) => !drawn.includes(pointer))
      for (const [pointer, step] of missing) {
        expect(step.kind).toBe('stop')
        expect(pointer).toMatch(/\/(?:otherwise|ifUnanswered)$/)
      }
      expect(frames.every(({ step }) => step !== undefined)).toBe(true)
    })
  })
})
