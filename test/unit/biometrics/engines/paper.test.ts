// What is seen of a page before anything on it is read.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  isCrowded,
  isGreyCard,
  findGain,
  isPlainPaper,
} from '#src/biometrics/engines/document/appearance.ts'
import { preparePage } from '#src/biometrics/engines/document/prepare.ts'
import { openImage } from '#src/biometrics/engines/open-image.ts'
import { drawPoison } from '#test/support/biometrics/poison.ts'
import { documentPicture } from '#test/engines/biometrics/engines/pictures.ts'

const crowd = async (picture: Uint8Array) => {
  const { page } = await preparePage(await openImage(picture), 0)
  return isCrowded(await page('hard'))
}

describe('a page', () => {
  test('of gravel, grain or small print is crowded, and one with a card is not', async () => {
    const poison = await drawPoison({ width: 1_600, height: 1_200 })
    for (const { name, bytes } of poison.slice(0, 3)) expect(await crowd(bytes), name).toBe(true)
    expect(await crowd(documentPicture('cnh-2-tilted'))).toBe(false)
    expect(await crowd(documentPicture('cin-back-slanted'))).toBe(false)
  })

  test('in the dark is not judged, and in dim light as if it were lit', async () => {
    const lit = async (brightness: number) =>
      openImage(
        await sharp(documentPicture('cnh-1')).resize(900).linear(brightness, 0).jpeg().toBuffer(),
      )
    expect(await findGain(await lit(0.4))).toBeUndefined()
    for (const brightness of [0.65, 1]) {
      const picture = await lit(brightness)
      const gain = (await findGain(picture)) ?? 0
      expect(gain).toBeGreaterThanOrEqual(1)
      expect(await isPlainPaper(picture, gain)).toBe(false)
      expect(await isGreyCard(picture, gain)).toBe(false)
    }
  })
})
