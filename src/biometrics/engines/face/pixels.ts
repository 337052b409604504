// Turns an opened picture into pixels, at the size that a model works best with.
import type { Box } from '../port.ts'
import { type Picture, unpack } from '../open-image.ts'
import type { Pixels } from './models.ts'

/** No side is longer than `side`; nothing is enlarged. */
export async function toPixels({ image }: Picture, side: number, rotation = 0): Promise<Pixels> {
  const sized = image
    .clone()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await unpack(
    sized.rotate(rotation).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
  )
  return { data, width: info.width, height: info.height }
}

/** The square around a box that is `times` as large; black where the picture ends, so that the face stays in the middle. */
export function cropAround(pixels: Pixels, [x, y, width, height]: Box, times: number): Pixels {
  const side = Math.round(Math.max(width, height) * times)
  const left = Math.round(x + (width - side) / 2)
  const top = Math.round(y + (height - side) / 2)
  const from = Math.max(0, left)
  const until = Math.min(pixels.width, left + side)
  const data = new Uint8Array(side * side * 3)
  for (let row = Math.max(0, top); row < Math.min(pixels.height, top + side); row++) {
    const start = row * pixels.width
    const part = pixels.data.subarray((start + from) * 3, (start + until) * 3)
    data.set(part, ((row - top) * side + from - left) * 3)
  }
  return { width: side, height: side, data }
}
