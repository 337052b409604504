// Edges along the sides of the frame, on cards that are drawn.
import { describe, expect, test } from 'vitest'
import { judge, measure, type Pixels } from '#src/links/capture/browser/document/quality.ts'

const [width, height] = [640, 404]
const inset = { x: 0.037, y: 0.037 }

type Drawn = {
  readonly card?: number
  readonly table?: number
  /** Pixels by which it lies beside the frame. */
  readonly shift?: number
  /** Share of the frame's size. */
  readonly size?: number
  /** Degrees. */
  readonly turn?: number
  /** What covers a point, if anything does. */
  readonly cover?: (x: number, y: number) => number | undefined
}

function drawCard({ card = 190, table = 90, shift = 0, size = 1, turn = 0, cover }: Drawn): Pixels {
  const data = new Uint8ClampedArray(4 * width * height)
  const [halfWidth, halfHeight] = [width * (0.5 - inset.x) * size, height * (0.5 - inset.y) * size]
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [right, down] = [x - width / 2 - shift, y - height / 2]
      const isInside =
        Math.abs(right * cos + down * sin) < halfWidth &&
        Math.abs(down * cos - right * sin) < halfHeight
      const value = cover?.(x, y) ?? (isInside ? card : table)
      data.fill(value, 4 * (y * width + x), 4 * (y * width + x) + 3)
    }
  return { data, width, height }
}

const edgesOf = (drawn: Drawn) => measure(drawCard(drawn), inset).edges

describe('the sides of a document along those of the frame', () => {
  test.each<[string, Drawn, number]>([
    ['one that fills it has four', {}, 4],
    ['a dark one on a pale table too', { card: 90, table: 190 }, 4],
    ['a little askew', { turn: 2 }, 4],
    ['a little beside it', { shift: 15 }, 4],
    ['a little smaller', { size: 0.95 }, 4],
    ['much smaller', { size: 0.6 }, 0],
    ['a pale one on a pale table', { card: 200, table: 197 }, 0],
    ['nothing there', { card: 90 }, 0],
    ['held by a thumb', { cover: (x, y) => (x > 560 && y > 120 && y < 330 ? 150 : undefined) }, 3],
    ['letters on a page', { card: 90, cover: (x, y) => (((x >> 2) + (y >> 3)) % 2) * 200 }, 0],
  ])('%s', (_name, drawn, edges) => {
    expect(edgesOf(drawn)).toBe(edges)
  })

  test('where no frame was shown there is nothing to say of it', () => {
    expect(measure(drawCard({})).edges).toBeUndefined()
  })

  test('three are enough, fewer are said when light and focus are right', () => {
    const good = { sharpness: 120, mean: 140, clipped: 0, glare: 0 }
    expect([4, 3, 2, 0].map((edges) => judge({ ...good, edges }))).toEqual([
      'good',
      'good',
      'unframed',
      'unframed',
    ])
    expect(judge({ ...good, edges: 0, sharpness: 10 })).toBe('blurred')
    expect(judge({ ...good, edges: 0, mean: 60 })).toBe('too-dark')
  })
})
