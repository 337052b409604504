// What liveness makes of real faces, by the rules alone: nothing is stored here.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Action, judgeLiveness } from '#src/biometrics/examinations/rules.ts'
import type { Face } from '#src/biometrics/engines/port.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { facePicture } from './pictures.ts'

const front = facePicture('front')
const again = await sharp(front).jpeg({ quality: 85 }).toBuffer()
const blank = await sharp({
  create: { width: 320, height: 320, channels: 3, background: 'grey' },
})
  .jpeg()
  .toBuffer()

/** Two people side by side. */
async function drawPair(): Promise<Buffer> {
  const size = { width: 400, height: 400, fit: 'cover' } as const
  const [left, right] = await Promise.all(
    [front, facePicture('person-b-drawn')].map((one) => sharp(one).resize(size).toBuffer()),
  )
  return sharp({ create: { width: 800, height: 400, channels: 3, background: 'white' } })
    .composite([
      { input: left ?? blank, left: 0, top: 0 },
      { input: right ?? blank, left: 400, top: 0 },
    ])
    .jpeg()
    .toBuffer()
}

const asked: Action[] = ['front', 'left', 'front', 'right']

type Look = (picture: Uint8Array) => Promise<Face[]>

/** `look` is the face engine, whose models the file has loaded. */
export function testLiveness(look: Look): void {
  async function judge(pictures: readonly Uint8Array[], actions?: readonly Action[]) {
    const faces: Face[][] = []
    for (const picture of pictures) faces.push(await look(picture))
    const given = { ...(actions && { actions }), areForeign: false, mayPassByTurn: false }
    return judgeLiveness(faces, given, ownThresholds).status
  }

  describe('liveness of real faces', () => {
    const turned = [front, facePicture('left-18'), again, facePicture('right-18')]
    const otherOrder: Action[] = ['front', 'right', 'front', 'left']

    test('is live when the challenge was done as asked, and in no other order', async () => {
      expect(await judge(turned, asked)).toBe(1)
      expect(await judge(turned, otherOrder)).toBe(0)
    })

    test('is inconclusive at best without a challenge', async () => {
      expect(await judge(turned)).toBe(0)
    })

    test('is spoof suspected when nobody turned, or somebody else is among them', async () => {
      expect(await judge([front, again, front, again], asked)).toBe(2)
      const mixed = [front, facePicture('person-b-drawn'), again, facePicture('right-18')]
      expect(await judge(mixed, asked)).toBe(2)
    })

    test('sees that there is no face, or that there are two', async () => {
      expect(await judge([front, blank, again, facePicture('right-18')], asked)).toBe(3)
      expect(await judge([await drawPair()])).toBe(4)
    })
  })
}
