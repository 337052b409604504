// Prepares a photographed document for OCR: straight, of one size, dark letters on even white.
import sharp, { type Sharp } from 'sharp'
import { type Picture, unpack } from '../open-image.ts'
import type { Rotation } from '../port.ts'
import { type Dots, findTilt } from './tilt.ts'

/** One byte a pixel. */
export type Page = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/** `soft` keeps faint letters, and specks with them. */
export type Contrast = 'hard' | 'soft'

const pageWidth = 1700
const enlargedMax = 2.5
const tiltWidth = 700
/** So much darker than its surround is writing. */
const darker = 28

/** Straightens a picture once; the answer gives its page in either contrast. */
export async function preparePage(
  picture: Picture,
  rotation: Rotation,
): Promise<(contrast: Contrast) => Page> {
  const tilt = findTilt(await findDots(rotated(picture, rotation).clone()))
  const isSideways = rotation === 90 || rotation === 270
  const width = isSideways ? picture.height : picture.width
  const sized = Math.round(Math.min(pageWidth, width * enlargedMax))
  const { data, info } = await unpack(
    rotated(picture, rotation).resize({ width: sized }).raw().toBuffer({ resolveWithObject: true }),
  )
  const straight = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  const level = await straight
    .rotate(-tilt, { background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: level.info.width, height: level.info.height }
  const grey = toGrey(level.data)
  const background = await surroundOf({ data: grey, ...size }, 25)
  return (contrast) => ({ data: flatten(grey, background, contrast), ...size })
}

/** Turned first: what follows counts from the upright picture. */
const rotated = ({ image }: Picture, rotation: Rotation): Sharp =>
  image.clone().rotate(rotation).removeAlpha()

/** Green lines of security print fade: they are no darker in it than in red. */
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

/** Shadows and tints go with the background that they are divided by. */
function flatten(grey: Uint8Array, background: Uint8Array, contrast: Contrast): Uint8Array {
  const [black, range] = contrast === 'soft' ? [20, 235] : [70, 165]
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
