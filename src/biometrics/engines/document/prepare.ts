// Prepares a photographed document for OCR: straightened, in one size, with dark letters on even white.
import { type Dots, findTilt, type Page } from './appearance.ts'
import sharp, { type Sharp } from 'sharp'
import { type Picture, unpack } from '../open-image.ts'
import type { Box, Rotation } from '../port.ts'
import { rotated } from './card/rectify.ts'
import type { Extent } from './words.ts'

/** `soft` keeps faint letters, but specks too; `sharp` is for letters of few dots, whose strokes are grey. */
export type Contrast = 'hard' | 'soft' | 'sharp'

const pageWidth = 1700
/** In pixels; a longer page is scaled down, also in its width. */
const pageHeightMax = 2600
const enlargedMax = 2.5
const tiltWidth = 700
/** Dots that are darker than their surroundings by more than this are writing. */
const darker = 28

export type Prepared = {
  readonly page: (contrast: Contrast) => Promise<Page>
  /** The number of dots of the page for each dot of the picture, across its width. */
  readonly enlarged: number
  /** Maps a part of the page to its box in the upright picture, as shares. */
  readonly locate: (extent: Extent) => Box
}

/** Straightens a picture once. */
export async function preparePage(picture: Picture, rotation: Rotation): Promise<Prepared> {
  const tilt = findTilt(await findDots(rotated(picture, rotation).clone()))
  const isSideways = rotation === 90 || rotation === 270
  const width = isSideways ? picture.height : picture.width
  const sized = Math.round(Math.min(pageWidth, width * enlargedMax))
  const { data, info } = await unpack(
    rotated(picture, rotation)
      .resize({ width: sized, height: pageHeightMax, fit: 'inside', withoutEnlargement: false })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const straight = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  const level = await straight
    .rotate(-tilt, { background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: level.info.width, height: level.info.height }
  const grey = toGrey(level.data)
  const background = await surroundOf({ data: grey, ...size }, 25)
  return {
    enlarged: sized / width,
    async page(contrast) {
      const page = { data: flatten(grey, background, contrast), ...size }
      return contrast === 'sharp' ? sharpen(page) : page
    },
    locate: (extent) => locate(extent, { tilt, level: size, upright: info }),
  }
}

type Size = { readonly width: number; readonly height: number }

/** The upright box around a part that stood level while the page was turned about its middle by the tilt. */
function locate(
  { x0, y0, x1, y1 }: Extent,
  { tilt, level, upright }: { readonly tilt: number; readonly level: Size; readonly upright: Size },
): Box {
  const radians = (tilt * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => {
    const [right, down] = [x - level.width / 2, y - level.height / 2]
    return {
      x: (upright.width / 2 + right * cos - down * sin) / upright.width,
      y: (upright.height / 2 + right * sin + down * cos) / upright.height,
    }
  })
  const [left, top] = [corners.map(({ x }) => x), corners.map(({ y }) => y)].map((all) =>
    Math.min(...all),
  )
  const [right, bottom] = [corners.map(({ x }) => x), corners.map(({ y }) => y)].map((all) =>
    Math.max(...all),
  )
  return [left ?? 0, top ?? 0, (right ?? 0) - (left ?? 0), (bottom ?? 0) - (top ?? 0)]
}

/** Green lines of security print vanish, because they are no darker in green than in red. */
function toGrey(colours: Uint8Array): Uint8Array {
  const grey = new Uint8Array(colours.length / 3)
  for (let at = 0, from = 0; at < grey.length; at++, from += 3) {
    const red = colours[from] ?? 0
    grey[at] = Math.max(red, (red + (colours[from + 1] ?? 0)) >> 1)
  }
  return grey
}

async function surroundOf({ data, width, height }: Page, sigma: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/** For each contrast the level that becomes black, and how many levels above it become white. */
const levels = { hard: [70, 165], soft: [20, 235], sharp: [75, 165] } as const

async function sharpen({ data, width, height }: Page): Promise<Page> {
  const sharper = await sharp(data, { raw: { width, height, channels: 1 } })
    .sharpen({ sigma: 2, m1: 3, m2: 3 })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { data: sharper, width, height }
}

/** Divides by the background, which removes shadows and tints. */
function flatten(grey: Uint8Array, background: Uint8Array, contrast: Contrast): Uint8Array {
  const [black, range] = levels[contrast]
  const page = new Uint8Array(grey.length)
  for (let at = 0; at < grey.length; at++) {
    const even = (255 * (grey[at] ?? 0)) / Math.max(30, background[at] ?? 0)
    page[at] = Math.max(0, Math.min(255, ((even - black) * 255) / range))
  }
  return page
}

async function findDots(picture: Sharp): Promise<Dots> {
  const small = picture
    .resize({ width: tiltWidth, height: tiltWidth, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
  const { data, info } = await unpack(small.raw().toBuffer({ resolveWithObject: true }))
  const { width, height } = info
  const surround = await surroundOf({ data, width, height }, 8)
  const dots = [...data.keys()].filter((at) => (surround[at] ?? 0) - (data[at] ?? 0) > darker)
  return {
    x: Uint16Array.from(dots, (at) => at % width),
    y: Uint16Array.from(dots, (at) => Math.floor(at / width)),
    width,
    height,
  }
}
