// Reads a machine-readable zone separately: with its own letters and at more than one size, because a digit that is
// misread at one size seldom is at another. The check digits show which reading is right.
import sharp from 'sharp'
import type { Mrz } from '../port.ts'
import { findZone, readLines, readMrz, rowsOf } from './mrz.ts'
import type { Page } from './appearance.ts'
import type { Recogniser } from './recognise.ts'
import { textOf } from './values.ts'
import { type Extent, extentOf, heightOf, type Word } from './words.ts'

/** The sizes as shares of the prepared page's. */
const sizes = [0.7, 1, 0.5] as const
/** When no zone was found, the lowest part of a page that must have one is read. */
const lowest = 0.3
const sizesOfLowest = [1, 0.7, 1.4] as const

/** `words` are those of the page, which show where the zone is. */
export async function readZone(
  recognise: Recogniser,
  page: Page,
  words: readonly Word[],
): Promise<Mrz | undefined> {
  const known = readMrz(words)
  const extent = known ? undefined : findZone(words)
  if (!extent) return known
  return readSizes(recognise, cut(page, extent), sizes)
}

/** Reads the zone at the foot of a document that must have one, although no line of it was found. */
export const readLowest = (recognise: Recogniser, page: Page): Promise<Mrz | undefined> => {
  const top = Math.floor((1 - lowest) * page.height)
  const part = { ...page, data: page.data.subarray(top * page.width), height: page.height - top }
  return readSizes(recognise, part, sizesOfLowest)
}

async function readSizes(
  recognise: Recogniser,
  part: Page,
  sizesTried: readonly number[],
): Promise<Mrz | undefined> {
  if (part.width < 40 || part.height < 20) return undefined
  for (const size of sizesTried) {
    const sized = await resize(part, size)
    const words = await recognise(sized, 'zone')
    const found = readMrz(words) ?? (await readAsDigits(recognise, sized, words))
    if (found) return found
  }
  return undefined
}

/**
 * Cuts out the full width, with the lines next to the found ones, because a line whose fillers were not read may be
 * among them.
 */
function cut({ data, width, height }: Page, extent: Extent): Page {
  const aside = Math.max(60, 0.6 * heightOf(extent))
  const top = Math.max(0, Math.floor(extent.y0 - aside))
  const bottom = Math.min(height, Math.ceil(extent.y1 + aside))
  return { data: data.subarray(top * width, bottom * width), width, height: bottom - top }
}

async function resize({ data, width, height }: Page, size: number): Promise<Page> {
  if (size === 1) return { data, width, height }
  const { data: smaller, info } = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ width: Math.round(width * size) })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: smaller, width: info.width, height: info.height }
}

/**
 * By the number of lines: their length, and where in the second line only digits stand, for the dates of birth and
 * expiry.
 */
const shapes = {
  2: { length: 44, born: [13, 20], ends: [21, 28] },
  3: { length: 30, born: [0, 7], ends: [8, 15] },
} as const

/** Digits beside letters are often taken for letters, so the dates are cut out and read separately as digits. */
async function readAsDigits(
  recognise: Recogniser,
  page: Page,
  words: readonly Word[],
): Promise<Mrz | undefined> {
  const rows = rowsOf(words)
  const shape = rows.length === 2 || rows.length === 3 ? shapes[rows.length] : undefined
  const [, second] = rows
  const extent = second && extentOf(second.words)
  if (!shape || !extent) return undefined
  const { length, born, ends } = shape
  const read = async ([from, until]: readonly [number, number]) => {
    const pitch = (extent.x1 - extent.x0) / length
    const [x0, x1] = [extent.x0 + (from - 0.1) * pitch, extent.x0 + (until + 0.1) * pitch]
    const found = await recognise(await cutRow(page, { ...extent, x0, x1 }), 'digits')
    return textOf(found).replaceAll(/\D/g, '')
  }
  const line = second.line
  const digits = [await read(born), await read(ends)]
  if (digits.some(({ length: count }) => count !== 7)) return undefined
  const anew = `${line.slice(0, born[0])}${digits.join('<')}${line.slice(ends[1] - length)}`
  return readLines(rows.map((row) => (row === second ? anew : row.line)))
}

const whiteAround = 12

/** Cuts out a row with white around it, as the recogniser expects a line. */
async function cutRow({ data, width, height }: Page, { x0, y0, x1, y1 }: Extent): Promise<Page> {
  const aside = Math.round(0.15 * (y1 - y0))
  const [left, top] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0 - aside))]
  const size = {
    width: Math.max(2, Math.min(width, Math.ceil(x1)) - left),
    height: Math.max(2, Math.min(height, Math.ceil(y1 + aside)) - top),
  }
  const { data: row, info } = await sharp(data, { raw: { width, height, channels: 1 } })
    .extract({ left, top, ...size })
    .extend({
      top: whiteAround,
      bottom: whiteAround,
      left: whiteAround,
      right: whiteAround,
      background: 'white',
    }) // prettier-ignore
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: row, width: info.width, height: info.height }
}
