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

/**
 * Cuts out the square around a box, `times` as large and turned back by `roll` degrees so that a tilted face is level;
 * black outside of the picture, so that the face stays in the middle.
 */
export function cropAround(
  pixels: Pixels,
  [x, y, width, height]: Box,
  times: number,
  roll = 0,
): Pixels {
  const side = Math.max(1, Math.round(Math.max(width, height) * times))
  const radians = (roll * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const middle = { x: x + width / 2, y: y + height / 2 }
  const data = new Uint8Array(side * side * 3)
  const half = (side - 1) / 2
  for (let row = 0, to = 0; row < side; row++)
    for (let column = 0; column < side; column++, to += 3) {
      const [right, down] = [column - half, row - half]
      const from = {
        x: middle.x + right * cos - down * sin,
        y: middle.y + right * sin + down * cos,
      }
      sample(pixels, from, data, to)
    }
  return { width: side, height: side, data }
}

/** Interpolates between the four nearest dots; writes nothing for a position outside of the picture. */
function sample({ data, width, height }: Pixels, from: Point, out: Uint8Array, to: number): void {
  const [left, top] = [Math.floor(from.x), Math.floor(from.y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const [across, down] = [from.x - left, from.y - top]
  const at = (top * width + left) * 3
  const below = at + width * 3
  for (let colour = 0; colour < 3; colour++) {
    const upper = mix(data[at + colour], data[at + 3 + colour], across)
    const lower = mix(data[below + colour], data[below + 3 + colour], across)
    out[to + colour] = Math.round(mix(upper, lower, down))
  }
}

type Point = { readonly x: number; readonly y: number }

const mix = (one = 0, other = 0, share: number): number => one + (other - one) * share

/** The mean brightness inside a box, sampled from some of its dots. */
export function lightOf({ data, width, height }: Pixels, [x, y, across, down]: Box): number {
  const step = Math.max(1, Math.floor(across / 24))
  let [sum, count] = [0, 0]
  for (let row = Math.max(0, Math.round(y)); row < Math.min(height, y + down); row += step)
    for (
      let column = Math.max(0, Math.round(x));
      column < Math.min(width, x + across);
      column += step
    ) {
      const at = (row * width + column) * 3
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
      count += 3
    }
  return count === 0 ? 0 : Math.round(sum / count)
}

/** Exchanges left and right. */
export function mirror({ data, width, height }: Pixels): Pixels {
  const mirrored = new Uint8Array(data.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = (row * width + column) * 3
      mirrored.set(data.subarray(from, from + 3), (row * width + width - 1 - column) * 3)
    }
  return { width, height, data: mirrored }
}
