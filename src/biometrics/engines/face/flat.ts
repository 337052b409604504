// Decides whether a picture of a face is another one stretched sideways. A turning head shows other parts of itself, of
// which the nearer ones move further; in a stretched still whole columns move together. So the columns of both are
// matched in order, and the remaining difference tells a head from a still.
import type { Box } from '../port.ts'
import type { Pixels } from './models.ts'
import { cropAround } from './pixels.ts'

/** A face in grey, levelled and of one size: its columns from left to right. */
export type Print = readonly Float32Array[]

const size = 48
/** Above and below is hair and neck, which move by themselves. */
const margin = 6
const heights = [0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.17, 1.25]
const offsets = [-3, -1.5, 0, 1.5, 3]
/** These few suffice to tell one side of a face from the other. */
const someHeights = [0.95, 1.05]
const someOffsets = [-1.5, 1.5]
/** The most columns at either edge that may remain without a match. */
const lostMax = 15
const steps = [
  [1, 1],
  [1, 0],
  [0, 1],
  [1, 2],
  [2, 1],
] as const

export function printOf(pixels: Pixels, face: { readonly box: Box; readonly roll: number }): Print {
  const crop = cropAround(pixels, face.box, 1.15, face.roll)
  const columns = Array.from({ length: size }, (_, x) =>
    Float32Array.from({ length: size }, (_row, y) => meanAt(crop, x, y)),
  )
  const all = columns.flatMap((column) => [...column])
  // Normalised, so that the amount of light makes no difference.
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length
  const variance = all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length
  return columns.map((column) => column.map((value) => (value - mean) / Math.sqrt(variance || 1)))
}

/** The mean of those dots of the crop that become one dot of the print. */
function meanAt({ data, width }: Pixels, x: number, y: number): number {
  const from = (at: number) => Math.floor((at * width) / size)
  const until = (at: number) => Math.max(from(at) + 1, from(at + 1))
  let [sum, count] = [0, 0]
  for (let row = from(y); row < until(y) && row < width; row++)
    for (let column = from(x); column < until(x) && column < width; column++) {
      const at = (row * width + column) * 3
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
      count += 3
    }
  return count === 0 ? 0 : sum / count
}

/**
 * The difference that stretching the columns of the other print cannot explain, as a share of the variance; near 0 for
 * a still.
 */
export const unexplained = (one: Print, other: Print): number =>
  leastOf(one, other, heights, offsets)

/**
 * The unexplained difference of the mirror image divided by that of the picture itself: below 1 when the other picture
 * shows the face mirrored, about 1 when both halves of a face are alike.
 */
export function mirrored(one: Print, other: Print): number {
  const [own, turned] = [one, one.toReversed()].map((print) =>
    leastOf(print, other, someHeights, someOffsets),
  )
  return (turned ?? 0) / Math.max(1e-6, own ?? 0)
}

function leastOf(
  one: Print,
  other: Print,
  heightsTried: readonly number[],
  offsetsTried: readonly number[],
): number {
  let least = Infinity
  for (const height of heightsTried)
    for (const offset of offsetsTried) {
      const moved = other.map((column) => moveRows(column, height, offset))
      least = Math.min(least, matchColumns(one, moved))
    }
  return least
}

function moveRows(column: Float32Array, height: number, offset: number): Float32Array {
  return column.map((_, y) => {
    const from = Math.min(size - 1, Math.max(0, (y - size / 2) * height + size / 2 + offset))
    const [above, share] = [Math.floor(from), from - Math.floor(from)]
    const below = Math.min(size - 1, above + 1)
    return (column[above] ?? 0) * (1 - share) + (column[below] ?? 0) * share
  })
}

/** The mean difference along the best match of columns, found by dynamic programming. */
function matchColumns(one: readonly Float32Array[], other: readonly Float32Array[]): number {
  const sums = new Float64Array(size * size).fill(Infinity)
  const lengths = new Int32Array(size * size)
  let least = Infinity
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      let [sum, length] = (i === 0 || j === 0) && Math.max(i, j) < lostMax ? [0, 0] : [Infinity, 0]
      for (const [di, dj] of steps) {
        const before = (i - di) * size + j - dj
        if (i < di || j < dj || (sums[before] ?? Infinity) >= sum) continue
        sum = sums[before] ?? Infinity
        length = lengths[before] ?? 0
      }
      if (sum === Infinity) continue
      sum += differenceOf(one[i], other[j])
      length += 1
      sums[i * size + j] = sum
      lengths[i * size + j] = length
      const isEnd =
        (i === size - 1 && j >= size - lostMax) || (j === size - 1 && i >= size - lostMax)
      if (isEnd && length > 0.6 * size) least = Math.min(least, sum / length)
    }
  return least
}

function differenceOf(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return Infinity
  let sum = 0
  for (let y = margin; y < size - margin; y++) sum += ((one[y] ?? 0) - (other[y] ?? 0)) ** 2
  return sum / (size - 2 * margin)
}
