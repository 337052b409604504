// Pictures as phones write them, whole or not: what a browser shows is taken, and half a picture is none.
import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { cleanImage } from '#src/biometrics/engines/open-image.ts'

const card = readFileSync(new URL('../../../data/documents/cnh-1.jpg', import.meta.url))

async function readable(bytes: Uint8Array): Promise<string> {
  try {
    const { width, height } = await sharp(await cleanImage(bytes)).metadata()
    return `${width}x${height}`
  } catch (error) {
    return error instanceof ImageUnreadable ? error.reason : String(error)
  }
}

/** Where a marker of a JPEG begins. */
function markerAt(bytes: Buffer, marker: number): number {
  const at = bytes.indexOf(Buffer.from([0xff, marker]))
  if (at < 0) throw new Error('there is no such marker')
  return at
}

const insert = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])

/** The same card with its pixels turned, so that a mark makes it upright again. */
const turns: Readonly<Record<number, (image: Sharp) => Sharp>> = {
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.rotate(270).flop(),
  6: (image) => image.rotate(270),
  7: (image) => image.rotate(90).flop(),
  8: (image) => image.rotate(90),
}

const plain = sharp(card).resize(320)
const upright = await plain.clone().jpeg({ quality: 95 }).toBuffer()
const size = await readable(upright)

/** Mean difference of the grey of two pictures, of 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const grey = (bytes: Uint8Array) => sharp(bytes).greyscale().raw().toBuffer()
  const [a, b] = [await grey(one), await grey(other)]
  let sum = 0
  for (const [at, value] of a.entries()) sum += Math.abs(value - (b[at] ?? 0))
  return sum / a.length
}

test.for(Object.entries(turns))(
  'a card that lies by its mark %s is upright',
  async ([orientation, turn]) => {
    const lying = await turn(sharp(upright))
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(await difference(await cleanImage(lying), upright)).toBeLessThan(4)
  },
)

test('an orientation that there is not turns nothing', async () => {
  const marked = await sharp(upright).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const at = marked.indexOf(Buffer.from([0x12, 0x01]))
  const little = at < 0 ? marked.indexOf(Buffer.from([0x01, 0x12])) : at
  const value = marked.indexOf(6, little + 8)
  const invalid = Buffer.from(marked)
  invalid[value] = 9
  expect(await readable(invalid)).toBe(size)
})

/** Two pictures below each other, as frames of one file. */
const frames = (image: Sharp) => image.resize(320, 400, { fit: 'fill' })
const two = await frames(plain.clone()).removeAlpha().raw().toBuffer()
const moved = sharp(two, { raw: { width: 320, height: 400, channels: 3, pageHeight: 200 } })

const end = Buffer.from([0xff, 0xd9])
const moving = Buffer.concat([upright, Buffer.from('ftypmp42'), Buffer.alloc(15_000_000, 7)])

test.for<[string, Buffer]>([
  ['eighteen stray bytes before a marker', insert(upright, markerAt(upright, 0xc4), Buffer.alloc(18, 0x2a))], // prettier-ignore
  ['parameters of the scan that are wrong', scanWith(upright, [1, 64, 0])],
  ['a trailer of 15 MB, as moving photographs have', moving],
  ['a second picture behind the first', Buffer.concat([upright, upright])],
  ['nulls behind its end', Buffer.concat([upright, Buffer.alloc(4_096)])],
  ['a comment before everything', insert(upright, 2, Buffer.from([0xff, 0xfe, 0, 4, 65, 66]))],
])('with %s is taken', async ([, bytes]) => {
  expect(await readable(bytes)).toBe(size)
})

test('with an EXIF that says two bytes less than it has is taken', async () => {
  const marked = await sharp(upright).withMetadata({ orientation: 1 }).jpeg().toBuffer()
  const at = markerAt(marked, 0xe1) + 2
  marked.writeUInt16BE(marked.readUInt16BE(at) - 2, at)
  expect(await readable(marked)).toBe(size)
})

test.for<[string, Buffer]>([
  ['nine tenths of it', upright.subarray(0, Math.floor(upright.length * 0.9))],
  ['five bytes less', upright.subarray(0, -5)],
  ['its end and nothing before', end],
  ['nothing', Buffer.alloc(0)],
  ['an animated WebP', await moved.clone().webp().toBuffer()],
  ['a GIF of two frames', await moved.clone().gif().toBuffer()],
  ['a HEIC', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])], // prettier-ignore
  ['an AVIF', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif'), Buffer.alloc(64)])], // prettier-ignore
])('%s is refused as unreadable', async ([, bytes]) => {
  expect(await readable(bytes)).toMatch(/^(?:damaged|type|empty|animated)$/)
})

/** Its first scan with other numbers at the end of its head: spectral selection and approximation. */
function scanWith(bytes: Buffer, numbers: readonly number[]): Buffer {
  const at = markerAt(bytes, 0xda) + 2
  const changed = Buffer.from(bytes)
  changed.set(numbers, at + changed.readUInt16BE(at) - 3)
  return changed
}
