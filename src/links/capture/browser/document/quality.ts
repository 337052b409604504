// Measures the sharpness and exposure of a picture from its pixels. The thresholds hold for pictures 640 px wide that a
// canvas has scaled; other scaling gives other values.
import { countEdges, type Inset } from './framing.ts'

/** RGBA, rows from the top. */
export type Pixels = {
  readonly data: Uint8ClampedArray | Uint8Array
  readonly width: number
  readonly height: number
}

export type Quality = {
  /** The variance of the Laplacian after a slight blur, which suppresses noise. */
  readonly sharpness: number
  /** The mean of the grey picture, 0 to 255. */
  readonly mean: number
  /** The overexposed share of the picture, 0 to 1. */
  readonly clipped: number
  /** The largest connected patch of overexposed cells, as a share of the picture. */
  readonly glare: number
  /** The number of the frame’s sides with an edge, 0 to 4; absent without a frame. */
  readonly edges?: number
}

export type PictureQuality =
  | 'good'
  | 'hold-still'
  | 'unframed'
  | 'blurred'
  | 'glare'
  | 'too-bright'
  | 'too-dark'

export const checkWidth = 640
const cell = 16
/** Three of the four edges suffice, because a thumb may hide one. */
const edgesMin = 3

/** Light is judged first, because sharpness falls with the square of the exposure, and so do edges. */
export function judge({ sharpness, mean, clipped, glare, edges = 4 }: Quality): PictureQuality {
  if (clipped >= 0.2 || mean > 235) return 'too-bright'
  if (mean < 70) return 'too-dark'
  if (glare >= 0.005) return 'glare'
  if (sharpness < 20) return 'blurred'
  if (edges < edgesMin) return 'unframed'
  return sharpness < 40 ? 'hold-still' : 'good'
}

/** `inset` is the position of a frame over the picture. */
export function measure(pixels: Pixels, inset?: Inset): Quality {
  const { width, height } = pixels
  const grey = toGrey(pixels)
  const mean = grey.reduce((sum, value) => sum + value, 0) / Math.max(1, grey.length)
  const data = blur(grey, width, height)
  return {
    sharpness: sharpnessOf(data, width, height),
    mean,
    ...burnt(pixels),
    ...(inset && { edges: countEdges({ data, width, height }, inset) }),
  }
}

function toGrey({ data, width, height }: Pixels): Float32Array {
  const grey = new Float32Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const [r = 0, g = 0, b = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]]
    grey[at] = 0.299 * r + 0.587 * g + 0.114 * b
  }
  return grey
}

/** A blur with the kernel 1-2-1 in both directions. */
function blur(grey: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(grey.length)
  const down = new Float32Array(grey.length)
  const at = (from: Float32Array, x: number, y: number) =>
    from[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      across[y * width + x] = (at(grey, x - 1, y) + 2 * at(grey, x, y) + at(grey, x + 1, y)) / 4
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      down[y * width + x] = (at(across, x, y - 1) + 2 * at(across, x, y) + at(across, x, y + 1)) / 4
  return down
}

function sharpnessOf(grey: Float32Array, width: number, height: number): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const value =
        4 * (grey[at] ?? 0) -
        (grey[at - 1] ?? 0) -
        (grey[at + 1] ?? 0) -
        (grey[at - width] ?? 0) -
        (grey[at + width] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

function burnt({ data, width, height }: Pixels): Pick<Quality, 'clipped' | 'glare'> {
  const columns = Math.floor(width / cell)
  const rows = Math.floor(height / cell)
  const counts = new Uint16Array(Math.max(1, columns * rows))
  let clipped = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x)
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 250) continue
      clipped += 1
      const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
      if (column < columns && row < rows) {
        const bucket = row * columns + column
        counts[bucket] = (counts[bucket] ?? 0) + 1
      }
    }
  const full = Array.from(counts, (count) => count >= 0.9 * cell * cell)
  const total = Math.max(1, width * height)
  return { clipped: clipped / total, glare: (largestPatch(full, columns) * cell * cell) / total }
}

/** The number of cells in the largest connected group. */
function largestPatch(full: boolean[], columns: number): number {
  let largest = 0
  for (let start = 0; start < full.length; start += 1) {
    const open = [start]
    let size = 0
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (full[at] !== true) continue
      full[at] = false
      size += 1
      const column = at % columns
      open.push(at - columns, at + columns)
      if (column > 0) open.push(at - 1)
      if (column < columns - 1) open.push(at + 1)
    }
    largest = Math.max(largest, size)
  }
  return largest
}
