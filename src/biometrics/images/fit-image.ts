// Makes a copy of a stored picture that fits a vendor's limits: in its format, within its sizes, and never enlarged,
// because enlarging adds no detail.
import type { Sharp } from 'sharp'
import { openImage, unpack } from '#src/biometrics/engines/open-image.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'

/** Sides in pixels of the upright picture. */
export type ImageFit = {
  readonly maxSide: number
  readonly minSide: number
  readonly maxBytes: number
  readonly format?: 'jpeg' | 'png'
}

const qualities = [92, 80, 65] as const
/** Each attempt shortens the sides at least by this factor, until the picture fits. */
const shrink = 0.9
/** The shorter side in pixels; nobody recognises a face in a smaller picture. */
const shortest = 64

/** Undefined if the bytes are no picture, or if no copy that fits can be made. */
export async function fitImage(bytes: Uint8Array, fit: ImageFit): Promise<Uint8Array | undefined> {
  try {
    return await makeFit(bytes, fit)
  } catch (error) {
    if (error instanceof ImageUnreadable) return undefined
    throw error
  }
}

async function makeFit(
  bytes: Uint8Array,
  { maxSide, minSide, maxBytes, format = 'jpeg' }: ImageFit,
): Promise<Uint8Array | undefined> {
  const { type, width, height, image } = await openImage(bytes)
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const smallest = Math.max(minSide, shortest)
  if (short < smallest) return undefined
  if (type === format && long <= maxSide && bytes.length <= maxBytes) return bytes
  let side = Math.floor(short * Math.min(1, maxSide / long))
  while (side >= smallest) {
    const { written, least } = await write({ image, side, format, maxBytes })
    if (written) return written
    if (side === smallest) return undefined
    side = Math.max(smallest, Math.floor(side * Math.min(shrink, Math.sqrt(maxBytes / least))))
  }
  return undefined
}

type Attempt = {
  readonly image: Sharp
  readonly side: number
  readonly format: 'jpeg' | 'png'
  readonly maxBytes: number
}

/** Writes the picture in the best quality that fits; `least` is the size in bytes at the worst quality. */
async function write({ image, side, format, maxBytes }: Attempt) {
  const scaled = image.clone().resize({ width: side, height: side, fit: 'outside' })
  let least = 0
  for (const quality of format === 'png' ? [100] : qualities) {
    const encoded = format === 'png' ? scaled.clone().png() : scaled.clone().jpeg({ quality })
    const written = await unpack(encoded.toBuffer())
    if (written.length <= maxBytes) return { written, least }
    least = written.length
  }
  return { written: undefined, least }
}
