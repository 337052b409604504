// Makes a kept picture one that somebody else takes: in their format, no larger than they want, never smaller, and
// never enlarged, because a picture that is made larger shows no more.
import type { Sharp } from 'sharp'
import { openImage, unpack } from '#src/biometrics/engines/open-image.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'

/** Sides in pixels, of the picture as it stands upright. */
export type ImageFit = {
  readonly maxSide: number
  readonly minSide: number
  readonly maxBytes: number
  readonly format?: 'jpeg' | 'png'
}

const qualities = [92, 80, 65] as const
/** Each time its sides are so much shorter at least, until it fits. */
const shrink = 0.9
/** The shorter side in pixels; in a smaller picture nobody recognises a face. */
const shortest = 64

/** Undefined: it is no picture, or none that fits can be made of it. */
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

/** In the best quality in which it fits; `least`: the bytes of the worst. */
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
