// A picture is sent as its receiver takes it, or not at all: never enlarged, never below what it wants.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitImage } from '#src/biometrics/images/fit-image.ts'

const face = readFileSync(join(import.meta.dirname, '../../../data/faces/person-a-front.jpg'))
/** Noise, which no encoder makes small. */
const noise = await sharp({
  create: {
    width: 1_600,
    height: 1_200,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 95 })
  .toBuffer()
const { width, height } = await sharp(face).metadata()
const short = Math.min(width, height)
const roomy = { maxSide: 4_096, minSide: 1, maxBytes: 5_000_000 }

describe('a picture', () => {
  test('that fits goes as it is, byte for byte', async () => {
    expect(await fitImage(face, roomy)).toBe(face)
  })

  test.each([
    ['more bytes than are taken', noise, { maxBytes: 300_000 }],
    ['longer than is taken', noise, { maxSide: 800 }],
    ['another format', noise, { format: 'png', maxBytes: 600_000, maxSide: 4_096 }],
    ['a small one that must be smaller', face, { maxBytes: 10_000 }],
  ] as const)('is made to fit: %s', async (_name, bytes, own) => {
    const limits = { ...roomy, minSide: 64, ...own }
    const made = await fitImage(bytes, limits)
    const shown = await sharp(made).metadata()
    expect(made?.length).toBeLessThanOrEqual(limits.maxBytes)
    expect(shown.format).toBe('format' in own ? own.format : 'jpeg')
    expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(limits.maxSide)
    expect(Math.min(shown.width, shown.height)).toBeGreaterThanOrEqual(limits.minSide)
    const [was, is] = [await sharp(bytes).metadata(), shown]
    expect(is.width).toBeLessThanOrEqual(was.width)
    expect(is.width / is.height).toBeCloseTo(was.width / was.height, 1)
  })

  test.each([
    ['smaller than is wanted: it is not enlarged', face, { minSide: short + 1 }],
    ['too many bytes at the smallest side', noise, { minSide: 1_100, maxBytes: 20_000 }],
    ['too long where its other side would be too short', noise, { minSide: 1_000, maxSide: 1_000 }],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {}],
    ['cut short', face.subarray(0, 2_000), { maxSide: 100, minSide: 64 }],
    ['nothing', new Uint8Array(), {}],
  ])('is not sent at all: %s', async (_name, bytes, own) => {
    expect(await fitImage(bytes, { ...roomy, ...own })).toBeUndefined()
  })
})
