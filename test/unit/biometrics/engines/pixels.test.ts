// How crops are cut and turned, on pictures of a few dots.
import { describe, expect, test } from 'vitest'
import { toRotation } from '#src/biometrics/engines/face/analyse.ts'
import { cropAround, mirror } from '#src/biometrics/engines/face/pixels.ts'

const side = 41
/** Black, with one white dot `right` and `down` of the middle. */
function draw(right: number, down: number) {
  const data = new Uint8Array(side * side * 3)
  data.fill(255, ((20 + down) * side + 20 + right) * 3, ((20 + down) * side + 21 + right) * 3)
  return { data, width: side, height: side }
}

/** Where the brightest dot of a picture is, from its middle. */
function brightest({ data, width }: { readonly data: Uint8Array; readonly width: number }) {
  const at = Math.floor(data.indexOf(Math.max(...data)) / 3)
  const middle = (width - 1) / 2
  return [(at % width) - middle, Math.floor(at / width) - middle]
}

describe('a crop', () => {
  const box = [10.5, 10.5, 20, 20] as const

  test('keeps what it shows, with black around the picture', () => {
    const crop = cropAround(draw(3, -5), [10.5, 10.5, 21, 21], 3)
    expect(crop.width).toBe(63)
    expect(Math.max(...crop.data)).toBeGreaterThan(60)
    expect(crop.data.subarray(0, 9)).toEqual(new Uint8Array(9))
  })

  test.for([
    [90, 0, -8],
    [-90, 0, 8],
    [180, -8, 0],
  ] as const)('that was tilted by %d degrees clockwise stands level', ([roll, x, y]) => {
    const [right = 0, down = 0] = brightest(cropAround(draw(8, 0), box, 2, roll))
    expect(Math.abs(right - x)).toBeLessThan(1.6)
    expect(Math.abs(down - y)).toBeLessThan(1.6)
  })

  test('in the mirror has its sides exchanged, and is itself in the mirror of that', () => {
    const picture = draw(8, 3)
    expect(brightest(mirror(picture))).toEqual([-8, 3])
    expect(mirror(mirror(picture))).toEqual(picture)
  })
})

test.for([
  [0, 0],
  [30, 0],
  [-44, 0],
  [82, 270],
  [-80, 90],
  [180, 180],
  [-170, 180],
  [260, 90],
] as const)('a face tilted by %d degrees stands upright after a turn by %d', ([roll, rotation]) => {
  expect(toRotation(roll)).toBe(rotation)
})
