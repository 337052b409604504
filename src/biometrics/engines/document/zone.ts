// Reads a machine-readable zone by itself: in its own letters, and at more than one size, since a digit that is
// misread at one seldom is at another. Its check digits say which reading is right.
import sharp from 'sharp'
import type { Mrz } from '../port.ts'
import { findZone, readMrz } from './mrz.ts'
import type { Page } from './prepare.ts'
import type { Recogniser } from './recognise.ts'
import { type Extent, heightOf, type Word } from './words.ts'

/** Shares of the prepared page's size. */
const sizes = [0.7, 1, 0.5] as const
/** Where nobody has seen one: the lowest part of a page that must have it. */
const lowest = 0.3
const sizesOfLowest = [1, 0.7, 1.4] as const

/** `words` are those of the page, which show where it stands. */
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

/** Of a kind that has one at its foot, though none of its lines was seen. */
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
    const found = readMrz(await recognise(await resize(part, size), 'zone'))
    if (found) return found
  }
  return undefined
}

/** All of its width, with the lines beside those that were seen: one whose fillers were not read is among them. */
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
