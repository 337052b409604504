// Opens untrusted pictures; no other code does. It accepts three types by their first bytes, still images of limited
// size, because the decoder itself would open many more, some of which fetch or run what they contain.
import sharp, { type Sharp } from 'sharp'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'

export type ImageType = 'jpeg' | 'png' | 'webp'

/** The most pixels by the header, so that a larger picture is never decoded. */
const pixelsMax = 16_000_000
/**
 * A JPEG may be larger, because it is scaled down row by row while it is decoded: phones take pictures of 48 megapixels
 * and more.
 */
const jpegPixelsMax = 120_000_000
/** A picture with longer sides in proportion is neither a face nor a document. */
const ratioMax = 4
/** The longest side, in pixels, of a stored picture. */
const sideMax = 4_096
/** The longest time that the decoder may take for a picture. */
const secondsMax = 10

// A picture uses one thread, so that others are served meanwhile.
sharp.concurrency(1)
sharp.cache(false)

/** Undefined for any other type. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12))
  if (head.subarray(0, 3).equals(jpegHead)) return 'jpeg'
  if (head.subarray(0, 8).equals(pngHead)) return 'png'
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8) === 'WEBP'
  return isWebp ? 'webp' : undefined
}

const jpegHead = Buffer.from([0xff, 0xd8, 0xff])
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** An upright picture in sRGB without transparency, which `unpack` decodes later. */
export type Picture = {
  readonly type: ImageType
  readonly width: number
  readonly height: number
  readonly image: Sharp
}

/** Throws `ImageUnreadable` for faults that its header shows; others appear when it is decoded. */
export async function openImage(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length === 0) throw new ImageUnreadable('empty')
  const type = imageType(bytes)
  if (!type) throw new ImageUnreadable('type')
  const limitInputPixels = type === 'jpeg' ? jpegPixelsMax : pixelsMax
  const asSent = sharp(bytes, { limitInputPixels, failOn: 'error' })
  const { format, pages = 1, autoOrient, isProgressive } = await unpack(asSent.metadata())
  if (format !== type) throw new ImageUnreadable('type')
  if (pages > 1) throw new ImageUnreadable('animated')
  const { width, height } = autoOrient
  // A progressive picture is held in memory as a whole, so it must be smaller.
  const most = isProgressive ? pixelsMax : limitInputPixels
  if (width * height > most) throw new ImageUnreadable('too-many-pixels')
  if (Math.max(width, height) > ratioMax * Math.min(width, height))
    throw new ImageUnreadable('too-long')
  const upright = asSent
    .autoOrient()
    .timeout({ seconds: secondsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  return { type, width, height, image: upright }
}

/** Awaits the decoder. Its error may quote the contents of the picture, so it is replaced. */
export async function unpack<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new ImageUnreadable(isLarge ? 'too-many-pixels' : 'damaged')
  }
}

/** The picture in the form in which it is stored: upright, as JPEG, without metadata. */
export async function cleanImage(bytes: Uint8Array): Promise<Uint8Array> {
  const { image } = await openImage(bytes)
  const bounded = image.resize({
    width: sideMax,
    height: sideMax,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return unpack(bounded.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer())
}
