import { openImage, unpack } from '#src/biometrics/engines/open-image.ts'
import { perceptualHash, side } from './rules.ts'

/** Computes the perceptual hash of a picture. */
export async function lookOf(bytes: Uint8Array): Promise<string> {
  const { image } = await openImage(bytes)
  const small = image.resize(side, side, { fit: 'fill' }).toColourspace('b-w')
  return perceptualHash(await unpack(small.raw().toBuffer()))
}
