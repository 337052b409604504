// A card that is found is laid flat by these: what is wrong by a little here is wrong in every letter.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCard, inOrder } from '#src/biometrics/engines/document/card/find.ts'
import {
  apply,
  areaOf,
  distanceOf,
  invert,
  isConvex,
  type Quad,
  squareTo,
} from '#src/biometrics/engines/document/card/homography.ts'

/** A rectangle that was turned, with each corner moved a little. */
const quads = fc
  .record({
    // Beyond it, with corners that were moved, which side is the upper one is anybody's guess.
    turn: fc.double({ min: -0.4, max: 0.4, noNaN: true }),
    off: fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ turn, off }): Quad => {
    const corner = (u: number, v: number, at: number) => ({
      x: 240 + u * Math.cos(turn) - v * Math.sin(turn) + (off[at] ?? 0),
      y: 180 + u * Math.sin(turn) + v * Math.cos(turn) + (off[at + 1] ?? 0),
    })
    return [corner(-130, -82, 0), corner(130, -82, 2), corner(130, 82, 4), corner(-130, 82, 6)]
  })
/** As far as the slant of a card may go: a longer one is some other thing, and is not looked for. */
const cards = quads.filter(([a, b, c, d]) => {
  const across = distanceOf(a, b) + distanceOf(c, d)
  const down = distanceOf(b, c) + distanceOf(d, a)
  return across < 2 * down
})
/** Its left side was drawn three degrees off, which is nine pixels at the upper end. */
const slanted: Quad = [
  { x: 160.67, y: 82.66 },
  { x: 388.66, y: 140.96 },
  { x: 359.26, y: 317.34 },
  { x: 71.85, y: 219.04 },
]
const shares = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
})

describe('a card in perspective', () => {
  test('has its corners where the corners of the square go, and each point comes back', () => {
    fc.assert(
      fc.property(quads, shares, (quad, point) => {
        const seen = squareTo(quad)
        const corners = [[0, 0], [1, 0], [1, 1], [0, 1]] as const // prettier-ignore
        for (const [at, [x, y]] of corners.entries())
          expect(distanceOf(apply(seen, { x, y }), quad[at] ?? { x: 0, y: 0 })).toBeLessThan(1e-6)
        const back = apply(invert(seen), apply(seen, point))
        expect(distanceOf(back, point)).toBeLessThan(1e-6)
      }),
    )
  })

  test('is read clockwise from its top left, in whatever order its corners are found', () => {
    fc.assert(
      fc.property(quads, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (quad, order) => {
        expect(inOrder(order.map((at) => quad[at] ?? quad[0]))).toEqual(quad)
        expect(isConvex(quad)).toBe(true)
        expect(areaOf(quad)).toBeGreaterThan(0)
      }),
    )
  })

  test('is found within two pixels, bright on dark and pale on pale', () => {
    const paints = [
      [40, 210],
      [200, 218],
    ] as const
    fc.assert(
      fc.property(cards, fc.constantFrom(...paints), (quad, [table, card]) => {
        const found = findCard(paint(quad, table, card))?.quad
        for (const [at, corner] of quad.entries())
          expect(distanceOf(found?.[at] ?? { x: -99, y: -99 }, corner)).toBeLessThan(2)
      }),
      // A shorter example would say no more, and takes minutes.
      { numRuns: 4, examples: [[slanted, [200, 218]]], endOnFailure: true },
    )
  })

  test('is not found where there is none', () => {
    const quad: Quad = [{ x: 0, y: 0 }, { x: 9, y: 0 }, { x: 9, y: 9 }, { x: 0, y: 9 }] // prettier-ignore
    expect(findCard(paint(quad, 120, 120))).toBeUndefined()
  })
})

function paint(quad: Quad, table: number, card: number) {
  const [width, height] = [480, 360]
  const data = new Uint8Array(width * height * 3)
  const toSquare = invert(squareTo(quad))
  const looks = [-0.63, -0.23, 0.17, 0.57]
  for (let at = 0; at < width * height; at++) {
    const isIn = (right: number, down: number) => {
      const seen = { x: (at % width) + right, y: Math.floor(at / width) + down }
      const { x, y } = apply(toSquare, seen)
      return x >= 0 && y >= 0 && x <= 1 && y <= 1
    }
    // As blurred as any camera is.
    const count = looks.flatMap((right) => looks.filter((down) => isIn(right, down))).length
    data.fill(table + ((card - table) * count) / 16, 3 * at, 3 * at + 3)
  }
  return { data, width, height }
}
