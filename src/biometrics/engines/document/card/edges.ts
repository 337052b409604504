// Finds where the brightness or a colour of a picture steps, and in which direction, because the rims of a card consist
// of such edges.
import type { Point } from './homography.ts'

export type Raster = {
  /** Red, green, blue. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export type Edges = {
  readonly width: number
  readonly height: number
  /** For each pixel the direction of its step in degrees from 0 to 179; -1 without an edge. */
  readonly angles: Int16Array
  /** The positions of the pixels with an edge. */
  readonly dots: Uint32Array
}

/** Limits what counts as an edge: at most a share of all pixels, and steps of at least so many levels. */
export type Care = { readonly shareMax: number; readonly stepMin: number }

export function findEdges({ data, width, height }: Raster, { shareMax, stepMin }: Care): Edges {
  const [steps, angles] = [new Uint16Array(width * height), new Int16Array(width * height).fill(-1)]
  const counts = new Uint32Array(2_048)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const { across, down } = steepest(data, at * 3, width * 3)
      const step = Math.min(2_047, Math.round(Math.hypot(across, down)))
      steps[at] = step
      angles[at] = toAngle(across, down)
      counts[step] = (counts[step] ?? 0) + 1
    }
  const from = Math.max(stepMin, quantile(counts, shareMax * width * height))
  const dots: number[] = []
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      if ((steps[at] ?? 0) >= from && isCrest(steps, at, angles[at] ?? 0, width)) dots.push(at)
    }
  const kept = new Int16Array(angles.length).fill(-1)
  for (const dot of dots) kept[dot] = angles[dot] ?? -1
  return { width, height, angles: kept, dots: Uint32Array.from(dots) }
}

/** The largest step of the three colours, by Sobel's masks divided by four. */
function steepest(data: Uint8Array, at: number, row: number) {
  let best = { across: 0, down: 0, square: -1 }
  for (let colour = 0; colour < 3; colour++) {
    const one = (offset: number) => data[at + colour + offset] ?? 0
    const [a, b, c] = [one(-row - 3), one(-row), one(-row + 3)]
    const [d, f] = [one(-3), one(3)]
    const [g, h, i] = [one(row - 3), one(row), one(row + 3)]
    const across = (c + 2 * f + i - a - 2 * d - g) / 4
    const down = (g + 2 * h + i - a - 2 * b - c) / 4
    const square = across * across + down * down
    if (square > best.square) best = { across, down, square }
  }
  return best
}

const toAngle = (across: number, down: number): number =>
  (Math.round((Math.atan2(down, across) * 180) / Math.PI) + 360) % 180

/** Whether no neighbour across the edge has a larger step. */
function isCrest(steps: Uint16Array, at: number, angle: number, width: number): boolean {
  const aside =
    angle < 23 || angle >= 158 ? 1 : angle < 68 ? width + 1 : angle < 113 ? width : width - 1
  const own = steps[at] ?? 0
  return own >= (steps[at - aside] ?? 0) && own > (steps[at + aside] ?? 0)
}

/** The step that at most `above` of the counted edges exceed. */
function quantile(counts: Uint32Array, above: number): number {
  let seen = 0
  for (let step = counts.length - 1; step > 0; step--) {
    seen += counts[step] ?? 0
    if (seen > above) return step
  }
  return 0
}

/** How far two directions are apart, 0 to 90 degrees. */
export function angleBetween(one: number, other: number): number {
  const apart = Math.abs(one - other) % 180
  return Math.min(apart, 180 - apart)
}

const offMax = 14

/** Whether there is an edge at the point of a line with that normal. */
export function isEdge({ width, height, angles }: Edges, { x, y }: Point, normal: number): boolean {
  const [column, row] = [Math.round(x), Math.round(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return false
  const angle = angles[row * width + column] ?? -1
  return angle >= 0 && angleBetween(angle, normal) < offMax
}
