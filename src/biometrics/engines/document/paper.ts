// Whether the paper behind the writing is plain. Documents are printed over fine patterns, so that even where nothing
// is written their brightness varies; a typed page's does not. It says that something is no document, never that it is.
import { type Picture, unpack } from '../open-image.ts'

/** Small enough for the noise of a camera to be averaged away. */
const width = 800
const block = 16
/** Between the least of the cards (2.0, blurred) and the most of the pages (0.3, noisy) that were tried. */
const patternedFrom = 1.2

/** `gain`: what makes it as light as in good light. */
export async function isPlainPaper({ image }: Picture, gain: number): Promise<boolean> {
  const { data, info } = await unpack(
    image
      .clone()
      .resize({ width, height: width, fit: 'inside' })
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

/** The standard deviation of a block of light paper; undefined for one with writing, an edge or a picture. */
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
