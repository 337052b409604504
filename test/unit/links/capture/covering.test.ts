// What of a video stands where on a screen that it covers.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast, cutOf, placementOf, placeOf } from '#src/links/capture/browser/camera/covering.ts'

const side = fc.integer({ min: 100, max: 4_000 })
const size = fc.record({ width: side, height: side })

describe('a video that covers the screen', () => {
  test('the part that is taken lies within it, and is what the frame shows', () => {
    fc.assert(
      fc.property(
        size,
        size,
        fc.double({ min: 1, max: 1.2, noNaN: true }),
        (video, screen, margin) => {
          const frame = {
            x: screen.width * 0.1,
            y: screen.height * 0.3,
            width: screen.width * 0.8,
            height: screen.height * 0.3,
          }
          const cut = cutOf(video, screen, frame, margin)
          expect(cut.x).toBeGreaterThanOrEqual(0)
          expect(cut.y).toBeGreaterThanOrEqual(0)
          expect(cut.x + cut.width).toBeLessThanOrEqual(video.width + 1e-6)
          expect(cut.y + cut.height).toBeLessThanOrEqual(video.height + 1e-6)
          const shown = placeOf(video, screen, cutOf(video, screen, frame), false)
          for (const key of ['x', 'y', 'width', 'height'] as const)
            expect(shown[key]).toBeCloseTo(frame[key], 6)
        },
      ),
    )
  })

  test('an upright film in a card frame is cut to the card', () => {
    const frame = { x: 20, y: 300, width: 350, height: 221 }
    const cut = cutOf({ width: 1080, height: 1920 }, { width: 390, height: 844 }, frame)
    expect(cut.width / cut.height).toBeCloseTo(350 / 221, 3)
    expect(cut.width).toBeLessThan(1080)
  })

  test('a mirror shows the left on the left', () => {
    const video = { width: 640, height: 480 }
    const box = { x: 0, y: 0, width: 100, height: 100 }
    expect(placeOf(video, video, box, false).x).toBe(0)
    expect(placeOf(video, video, box, true).x).toBe(540)
  })
})

describe('a face and its oval', () => {
  const oval = { x: 100, y: 100, width: 300, height: 400 }
  const face = (x: number, y: number, width: number) => ({ x, y, width, height: width * 1.2 })
  test.each([
    ['in', face(150, 150, 200)],
    ['closer', face(230, 280, 40)],
    ['farther', face(0, 0, 600)],
    ['centre', face(300, 150, 200)],
    ['centre', face(150, 400, 200)],
  ] as const)('%s: %j', (placement, box) => {
    expect(placementOf(box, oval)).toBe(placement)
  })

  test('a tiny one counts as larger, about the same middle', () => {
    expect(atLeast({ x: 90, y: 90, width: 15, height: 20 }, 80)).toEqual({
      x: 67.5,
      y: 60,
      width: 60,
      height: 80,
    })
    expect(atLeast(oval, 80)).toEqual(oval)
  })
})
