// Cuts the card out of a picture and lays it flat, as if it had been scanned.
import sharp, { type Sharp } from 'sharp'
import { type Picture, unpack } from '../../open-image.ts'
import type { Box, Rotation } from '../../port.ts'
import { findBlurredCard, findCard, certainScore } from './find.ts'
import type { Raster } from './edges.ts'
import { apply, distanceOf, type Point, type Quad, squareTo } from './homography.ts'

/** A card that was cut out and laid flat. */
export type Flat = {
  readonly picture: Picture
  /** The number of its dots for each dot of the original picture. */
  readonly enlarged: number
  /** Its corners in the upright picture, as shares of it. */
  readonly quad: Quad
  /** Whether it is surely a card and no frame printed on one. */
  readonly isSure: boolean
  /** Maps a part of the card to the upright box around it in the picture, both as shares. */
  readonly toUpright: (box: Box) => Box
}

/** How a card is searched for: in the picture as it is, or blurred, because the table may be full of print. */
type Sight = 'clear' | 'blurred'

const searches = {
  clear: { side: 480, sigma: 0.8, find: findCard },
  blurred: { side: 240, sigma: 4, find: findBlurredCard },
} as const
const flatSide = 1_700
const enlargedMax = 2.5

/** Turns the picture first, because everything that follows refers to the upright picture. */
export const rotated = ({ image }: Picture, rotation: Rotation): Sharp =>
  image.clone().rotate(rotation).removeAlpha()

/** Undefined when the picture shows no rims of a card, for example because the card fills it. */
export async function cutCard(
  picture: Picture,
  rotation: Rotation,
  sight: Sight = 'clear',
): Promise<Flat | undefined> {
  const { side, sigma, find } = searches[sight]
  const small = await toRaster(
    rotated(picture, rotation)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .blur(sigma),
  )
  const found = find(small)
  if (!found) return undefined
  const share = ({ x, y }: Point) => ({ x: x / small.width, y: y / small.height })
  const [a, b, c, d] = found.quad
  const quad: Quad = [share(a), share(b), share(c), share(d)]
  const flat = await flatten(picture, rotation, quad)
  return {
    picture: flat,
    enlarged: flat.times,
    quad,
    isSure: found.score > certainScore,
    toUpright: (box) => boxIn(quad, box),
  }
}

async function toRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await unpack(image.raw().toBuffer({ resolveWithObject: true }))
  return { data, width: info.width, height: info.height }
}

/** `quad` is its corners in the upright picture, as shares of it. */
export async function flatten(
  picture: Picture,
  rotation: Rotation,
  quad: Quad,
): Promise<Picture & { readonly times: number }> {
  const isSideways = rotation === 90 || rotation === 270
  const [width, height] = isSideways
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  const scaled = (times: number): Quad => {
    const at = ({ x, y }: Point) => ({ x: x * width * times, y: y * height * times })
    const [a, b, c, d] = quad
    return [at(a), at(b), at(c), at(d)]
  }
  const [across, down] = sidesOf(scaled(1))
  const times = Math.min(enlargedMax, flatSide / Math.max(across, down))
  const corners = scaled(times)
  const whole = { width: Math.round(width * times), height: Math.round(height * times) }
  const part = partAround(corners, whole)
  const raster = await toRaster(
    rotated(picture, rotation)
      .resize({ ...whole, fit: 'fill' })
      .extract(part),
  )
  const size = { width: Math.round(across * times), height: Math.round(down * times) }
  const data = project(
    raster,
    corners.map(({ x, y }) => ({ x: x - part.left, y: y - part.top })),
    size,
  )
  return {
    type: picture.type,
    times,
    ...size,
    image: sharp(data, { raw: { ...size, channels: 3 } }),
  }
}

const sidesOf = ([a, b, c, d]: Quad): readonly [across: number, down: number] => [
  (distanceOf(a, b) + distanceOf(c, d)) / 2,
  (distanceOf(b, c) + distanceOf(d, a)) / 2,
]

type Size = { readonly width: number; readonly height: number }

function partAround(corners: Quad, { width, height }: Size) {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, top] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.max(0, Math.floor(Math.min(...ys))),
  ]
  return {
    left,
    top,
    width: Math.max(2, Math.min(width, Math.ceil(Math.max(...xs)) + 1) - left),
    height: Math.max(2, Math.min(height, Math.ceil(Math.max(...ys)) + 1) - top),
  }
}

/** Takes each dot of the page from the four nearest dots of the camera's picture. */
function project(raster: Raster, corners: readonly Point[], { width, height }: Size): Uint8Array {
  // Safe because a quadrilateral has four corners.
  const seen = squareTo(corners as unknown as Quad)
  const page = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 3) {
      const { x: u, y: v } = apply(seen, { x: (x + 0.5) / width, y: (y + 0.5) / height })
      const left = Math.max(0, Math.min(raster.width - 2, Math.floor(u - 0.5)))
      const top = Math.max(0, Math.min(raster.height - 2, Math.floor(v - 0.5)))
      const across = Math.max(0, Math.min(1, u - 0.5 - left))
      const down = Math.max(0, Math.min(1, v - 0.5 - top))
      const at = (top * raster.width + left) * 3
      for (let colour = 0; colour < 3; colour++) {
        const one = (from: number) => raster.data[from + colour] ?? 0
        const upper = one(at) + (one(at + 3) - one(at)) * across
        const below = at + raster.width * 3
        const lower = one(below) + (one(below + 3) - one(below)) * across
        page[to + colour] = upper + (lower - upper) * down
      }
    }
  return page
}

/** The upright box in the picture around a part of the card, both as shares. */
export function boxIn(quad: Quad, [x, y, width, height]: Box): Box {
  const seen = squareTo(quad)
  const corners = [
    apply(seen, { x, y }),
    apply(seen, { x: x + width, y }),
    apply(seen, { x: x + width, y: y + height }),
    apply(seen, { x, y: y + height }),
  ]
  const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top]
}
