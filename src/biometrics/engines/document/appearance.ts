// Judges the appearance of a picture before anything is read in it: its colours and light, and whether it is crowded,
// tilted, or of plain paper.
import { type Picture, unpack } from '../open-image.ts'

const smallWidth = 160
/** The least colourfulness of a colour picture: the colour levels of its most colourful twentieth. */
const colourMin = 9

/**
 * Whether a card has no colours: a photocopy has only the tint of its light. `gain` lightens the picture to good light.
 */
export async function isGreyCard({ image }: Picture, gain: number): Promise<boolean> {
  const small = image
    .clone()
    .resize({ width: smallWidth, height: smallWidth, fit: 'inside' })
    .blur(1)
    .removeAlpha()
  const { data } = await unpack(small.raw().toBuffer({ resolveWithObject: true }))
  const mean = [0, 1, 2].map((colour) => {
    let sum = 0
    for (let at = colour; at < data.length; at += 3) sum += data[at] ?? 0
    return (3 * sum) / data.length
  })
  const [red = 1, green = 1, blue = 1] = mean
  const colours: number[] = []
  for (let at = 0; at < data.length; at += 3) {
    // The colours as they would be in white light.
    const level = data[at + 1] ?? 0
    const more = Math.abs(((data[at] ?? 0) * green) / Math.max(1, red) - level)
    const other = Math.abs(((data[at + 2] ?? 0) * green) / Math.max(1, blue) - level)
    colours.push(Math.max(more, other))
  }
  const most = colours.toSorted((a, b) => a - b)[Math.floor(0.95 * colours.length)]
  return most !== undefined && gain * most < colourMin
}

// Measures how light a picture is, because in the dark the pattern of paper and the colours of a card look like grain.

/** The grey level of paper in good light. */
const lightLevel = 235
/** A darker picture is not judged, because the grain of a typed page would look like a pattern once it is lightened. */
const darkBelow = 125

/** The factor that lightens the picture to good light; undefined when it is too dark for that. */
export async function findGain({ image }: Picture): Promise<number | undefined> {
  const small = image
    .clone()
    .resize({ width: smallWidth, height: smallWidth, fit: 'inside' })
    .removeAlpha()
  const data = await unpack(small.toColourspace('b-w').raw().toBuffer())
  const level = data.toSorted()[Math.floor(0.9 * data.length)] ?? 0
  return level < darkBelow ? undefined : Math.max(1, lightLevel / level)
}

// Recognises a page that is full from edge to edge, such as grain, gravel and small print: no card can be found on it,
// and reading its letters would take minutes.

/**
 * The number of dark stretches from one side to the other, as the mean of all rows, times the dark share. Cards have
 * 0.4 to 0.9, one on a newspaper 1.7; grain has 14, gravel 15 to 35, a page of small print 42.
 */
const crowdedFrom = 5

export function isCrowded(page: Page): boolean {
  const { stretches, dark } = countDark(page, thresholdOf(page))
  const { width, height } = page
  return (stretches / height) * (dark / (width * height)) >= crowdedFrom
}

function countDark({ data, width, height }: Page, threshold: number) {
  let [stretches, dark] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 1, at = y * width + 1; x < width; x++, at++) {
      if ((data[at] ?? 255) > threshold) continue
      dark += 1
      if ((data[at - 1] ?? 255) > threshold) stretches += 1
    }
  return { stretches, dark }
}

/**
 * The grey level below which the reader takes a dot for dark (Otsu, "A threshold selection method from gray-level
 * histograms", 1979).
 */
function thresholdOf({ data }: Page): number {
  const counts = new Float64Array(256)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  const sum = counts.reduce((all, count, value) => all + count * value, 0)
  let [below, belowSum, best, most] = [0, 0, 128, 0]
  for (const [value, count] of counts.entries()) {
    below += count
    belowSum += count * value
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const apart = belowSum / below - (sum - belowSum) / above
    const between = below * above * apart * apart
    if (between > most) [best, most] = [value, between]
  }
  return best
}

/** The positions of dark dots, in pixels of a small picture. */
export type Dots = {
  readonly x: Uint16Array
  readonly y: Uint16Array
  readonly height: number
  readonly width: number
}

const tiltMax = 12
const coarse = 0.5
const fine = 0.1

/**
 * By how many degrees the rows of writing are turned clockwise: when they are level, dark and bright rows are separated
 * most sharply.
 */
export function findTilt(dots: Dots): number {
  const near = findSharpest(dots, 0, tiltMax, coarse)
  return findSharpest(dots, near, coarse, fine)
}

function findSharpest(dots: Dots, middle: number, reach: number, step: number): number {
  let found = { angle: middle, sharpness: sharpnessAt(dots, middle) }
  for (let angle = middle - reach; angle <= middle + reach + step / 2; angle += step) {
    const sharpness = sharpnessAt(dots, angle)
    if (sharpness > found.sharpness) found = { angle, sharpness }
  }
  return found.angle
}

function sharpnessAt({ x, y, width, height }: Dots, angle: number): number {
  const radians = (angle * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  const offset = Math.ceil(width * Math.abs(sin)) + 1
  const rows = new Float64Array(height + 2 * offset + 2)
  for (let at = 0; at < x.length; at++) {
    const row = Math.round((y[at] ?? 0) * cos - (x[at] ?? 0) * sin) + offset
    rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < rows.length; row++) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return sum
}

// Whether the paper behind the writing is plain. Documents are printed over fine patterns, so their brightness varies
// even without writing, while that of a typed page does not. Plain paper proves that it is no document; a pattern
// proves nothing.

/** At this width the noise of a camera is averaged away. */
const paperWidth = 800
const block = 16
/**
 * A limit between the least value of the tried cards (2.0, blurred) and the greatest of the tried pages (0.3, noisy).
 */
const patternedFrom = 1.2

/** `gain` lightens the picture to good light. */
export async function isPlainPaper({ image }: Picture, gain: number): Promise<boolean> {
  const { data, info } = await unpack(
    image
      .clone()
      .resize({ width: paperWidth, height: paperWidth, fit: 'inside' })
      .removeAlpha()
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const spreads: number[] = []
  for (let y = 0; y + block <= info.height; y += block)
    for (let x = 0; x + block <= info.width; x += block) {
      const spread = spreadAt(data, info.width, y * info.width + x, gain)
      if (spread !== undefined) spreads.push(spread)
    }
  const middle = spreads.toSorted((a, b) => a - b)[Math.floor(spreads.length / 2)]
  return middle === undefined || middle < patternedFrom
}

/** The standard deviation of a block of light paper; undefined for a block with writing, an edge or a picture. */
function spreadAt(
  data: Uint8Array,
  rowLength: number,
  from: number,
  gain: number,
): number | undefined {
  let [sum, squares, darkest, lightest] = [0, 0, 255, 0]
  for (let row = 0; row < block; row++)
    for (let column = 0; column < block; column++) {
      const value = gain * (data[from + row * rowLength + column] ?? 0)
      sum += value
      squares += value * value
      darkest = Math.min(darkest, value)
      lightest = Math.max(lightest, value)
    }
  const mean = sum / block ** 2
  if (mean < 90 || lightest - darkest > 60) return undefined
  return Math.sqrt(Math.max(0, squares / block ** 2 - mean * mean))
}

/** The picture has one byte for each pixel. */
export type Page = { readonly data: Uint8Array; readonly width: number; readonly height: number }
