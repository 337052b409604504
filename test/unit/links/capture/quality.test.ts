// The measures of a picture, on pictures that are made: each fault alone, and the order in which they are judged.
import { describe, expect, test } from 'vitest'
import {
  judge,
  measure,
  type Pixels,
  type Quality,
} from '#src/links/capture/browser/document/quality.ts'

function draw(shade: (x: number, y: number) => number, width = 320, height = 200): Pixels {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.fill(shade(x, y), 4 * (y * width + x), 4 * (y * width + x) + 3)
  return { data, width, height }
}

const stripes = (low: number, high: number) => (x: number) => (Math.floor(x / 8) % 2 ? high : low)

describe('what is measured', () => {
  test('an even grey has no sharpness, its own mean and nothing burnt out', () => {
    expect(measure(draw(() => 128))).toMatchObject({ sharpness: 0, clipped: 0, glare: 0 })
    expect(measure(draw(() => 128)).mean).toBeCloseTo(128, 0)
  })

  test('edges are sharp, and the same edges as a slope are not', () => {
    const sharp = measure(draw(stripes(60, 200)))
    const soft = measure(draw((x) => 130 + 70 * Math.sin(x / 8)))
    expect(sharp.sharpness).toBeGreaterThan(300)
    expect(soft.sharpness).toBeLessThan(20)
  })

  test('noise counts little beside an edge', () => {
    let seed = 1
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    const noisy = measure(draw(() => 128 + 20 * (random() - 0.5)))
    expect(noisy.sharpness).toBeLessThan(40)
  })

  test('a patch that is burnt out is glare, single points are not', () => {
    const patch = measure(draw((x, y) => (x < 64 && y < 64 ? 255 : 120)))
    expect(patch.glare).toBeCloseTo((64 * 64) / (320 * 200), 3)
    const points = measure(draw((x, y) => (x % 8 === 0 && y % 8 === 0 ? 255 : 120)))
    expect(points.glare).toBe(0)
    expect(points.clipped).toBeGreaterThan(0)
  })

  test('a picture smaller than a cell is measured too', () => {
    expect(measure(draw(() => 255, 3, 3))).toMatchObject({ clipped: 1, glare: 0 })
  })
})

describe('what is said of it', () => {
  const good: Quality = { sharpness: 120, mean: 140, clipped: 0, glare: 0 }
  test.each<[Partial<Quality>, ReturnType<typeof judge>]>([
    [{}, 'good'],
    [{ sharpness: 40 }, 'good'],
    [{ sharpness: 39.9 }, 'hold-still'],
    [{ sharpness: 19.9 }, 'blurred'],
    [{ glare: 0.005 }, 'glare'],
    [{ clipped: 0.2 }, 'too-bright'],
    [{ mean: 236 }, 'too-bright'],
    [{ mean: 69 }, 'too-dark'],
    [{ mean: 60, sharpness: 5 }, 'too-dark'],
    [{ glare: 0.01, sharpness: 5 }, 'glare'],
  ])('%j is %s', (change, verdict) => {
    expect(judge({ ...good, ...change })).toBe(verdict)
  })
})
