// Whether two pictures are the same one.
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lookOf } from '#src/biometrics/pictures/look.ts'
import { bandsOf, differenceOf, likeMax, perceptualHash } from '#src/biometrics/pictures/rules.ts'
import { documentPicture } from '#test/engines/biometrics/engines/pictures.ts'

test('a hash is the same in any light, and shares a band with what is like it', () => {
  const dots = fc.uint8Array({ minLength: 1_024, maxLength: 1_024, max: 120 })
  fc.assert(
    fc.property(dots, fc.integer({ min: 0, max: 100 }), (grey, light) => {
      const hash = perceptualHash(grey)
      expect(hash).toMatch(/^[0-9a-f]{16}$/)
      expect(differenceOf(hash, perceptualHash(grey.map((one) => one + light)))).toBeLessThan(2)
      expect(differenceOf(hash, hash)).toBe(0)
    }),
    { numRuns: 40 },
  )
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: likeMax })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), places, (bits, flipped) => {
      const toHex = (value: bigint) => value.toString(16).padStart(16, '0')
      const other = toHex(flipped.reduce((all, at) => all ^ (1n << BigInt(at)), bits))
      expect(differenceOf(toHex(bits), other)).toBe(flipped.length)
      const shared = bandsOf(other).filter((band) => bandsOf(toHex(bits)).includes(band))
      expect(shared.length).toBeGreaterThan(0)
    }),
  )
})

test('a picture that was made smaller, darker and compressed is the same, another document is not', async () => {
  const picture = documentPicture('cin-1')
  const again = await sharp(picture)
    .resize(700)
    .modulate({ brightness: 0.7 })
    .jpeg({ quality: 40 })
    .toBuffer()
  const look = await lookOf(picture)
  expect(differenceOf(look, await lookOf(again))).toBeLessThanOrEqual(likeMax)
  const other = await lookOf(documentPicture('rg-1'))
  expect(differenceOf(look, other)).toBeGreaterThan(3 * likeMax)
})
