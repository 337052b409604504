// What somebody sends as a picture: three types by their first bytes, and nothing else is ever opened.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { cleanImage, imageType, openImage, unpack } from '#src/biometrics/engines/open-image.ts'

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

/** Opened and unpacked: what is wrong with the rest of a file shows only then. */
const look = async (bytes: Uint8Array) => {
  const { image } = await openImage(bytes)
  return unpack(image.raw().toBuffer())
}

async function reasonOf(bytes: Uint8Array): Promise<string> {
  try {
    await look(bytes)
    return 'readable'
  } catch (error) {
    return error instanceof ImageUnreadable ? error.reason : String(error)
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  const size = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([size, body, check])
}

/** A PNG of a few hundred bytes that says that it is so large. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

describe('a picture', () => {
  test.for(['jpeg', 'png', 'webp'] as const)('may be a %s', async (type) => {
    const bytes = await plain().toFormat(type).toBuffer()
    expect(imageType(bytes)).toBe(type)
    expect(await openImage(bytes)).toMatchObject({ type, width: 40, height: 30 })
    expect(await look(bytes)).toHaveLength(40 * 30 * 3)
  })

  test('may be one pixel', async () => {
    expect(await reasonOf(await plain(1, 1).png().toBuffer())).toBe('readable')
  })

  test('may be in the colours of a press', async () => {
    const cmyk = await plain().toColourspace('cmyk').jpeg().toBuffer()
    expect(await look(cmyk)).toHaveLength(40 * 30 * 3)
  })

  test('stands as its camera has held it', async () => {
    const bytes = await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await openImage(bytes)).toMatchObject({ width: 30, height: 40 })
  })

  test('keeps nothing beside its pixels', async () => {
    const exif = { IFD0: { Copyright: 'somebody', ImageDescription: 'at home' } }
    const bytes = await plain().withExif(exif).withIccProfile('srgb').jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const cleaned = await sharp(await cleanImage(bytes)).metadata()
    expect(cleaned).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    expect([cleaned.exif, cleaned.icc, cleaned.xmp, cleaned.iptc]).toEqual(Array(4).fill(undefined))
  })
})

test('a JPEG of more is kept with 4096 pixels at most, unless it must be unpacked whole', async () => {
  const large = plain(6_000, 4_000)
  const kept = await sharp(await cleanImage(await large.clone().jpeg().toBuffer())).metadata()
  expect([kept.width, kept.height]).toEqual([4_096, 2_731])
  const whole = await large.clone().jpeg({ progressive: true }).toBuffer()
  expect(await reasonOf(whole)).toBe('too-many-pixels')
})

describe('what is no picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'

  test.for<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['nothing', () => new Uint8Array(), 'empty'],
    ['text', () => Buffer.from('hello, this is text'), 'type'],
    ['an SVG', () => Buffer.from(svg), 'type'],
    ['an SVG behind a line', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`), 'type'],
    [
      'an SVG behind the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
      'damaged',
    ],
    ['a GIF', () => plain().gif().toBuffer(), 'type'],
    ['a TIFF', () => plain().tiff().toBuffer(), 'type'],
    ['a PDF', () => Buffer.from('%PDF-1.7 …'), 'type'],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'damaged'],
    ['a WebP of nothing', () => Buffer.from('RIFF\u0004\0\0\0WEBP', 'latin1'), 'damaged'],
    ['17 megapixels in a few bytes', () => bomb(4_250, 4_000), 'too-many-pixels'],
    ['81 megapixels in a few bytes', () => bomb(9_000, 9_000), 'too-many-pixels'],
    ['what is five times as long as wide', () => plain(500, 100).png().toBuffer(), 'too-long'],
    ['a picture as long as a road', () => bomb(2_000_000_000, 1), 'too-many-pixels'],
  ])('%s is refused', async ([, make, reason]) => {
    const found = await reasonOf(await make())
    // libpng itself refuses what is longer than it takes.
    expect(found === 'damaged' && reason === 'too-many-pixels' ? reason : found).toBe(reason)
  })

  test('an animation is refused', async () => {
    const frames = Buffer.concat([Buffer.alloc(30 * 30 * 3, 0), Buffer.alloc(30 * 30 * 3, 255)])
    const raw = { width: 30, height: 60, channels: 3, pageHeight: 30 } as const
    const bytes = await sharp(frames, { raw })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect(await reasonOf(bytes)).toBe('animated')
  })

  test.for(['jpeg', 'png', 'webp'] as const)('half of a %s is refused', async (type) => {
    const noise = {
      width: 200,
      height: 200,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    } as const
    const bytes = await sharp({ create: { ...noise, background: 'grey' } })
      .toFormat(type)
      .toBuffer()
    expect(await reasonOf(bytes)).toBe('readable')
    expect(await reasonOf(bytes.subarray(0, bytes.length / 2))).toBe('damaged')
  })

  test('its error holds nothing of it', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('secret name')])
    const error: unknown = await openImage(bytes).catch((caught: unknown) => caught)
    expect(String(error)).not.toContain('secret')
    expect(error).not.toHaveProperty('cause')
  })
})
