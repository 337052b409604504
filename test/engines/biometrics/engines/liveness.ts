// What liveness makes of real faces, by the rules alone: nothing is stored here.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judgeLiveness } from '#src/biometrics/examinations/rules.ts'
import type { Action } from '#src/biometrics/movement/rules.ts'
import type { Face } from '#src/biometrics/engines/port.ts'
import { ownThresholds } from '#src/biometrics/engines/rules.ts'
import { facePicture, filmFrames } from './pictures.ts'

const front = facePicture('front')
const { width } = await sharp(front).metadata()
/** Nobody comes back to where they were: a little nearer, and aside. */
const again = await sharp(front)
  .extract({ left: 6, top: 4, width: width - 10, height: width - 10 })
  .resize(width)
  .jpeg()
  .toBuffer()
const recoded = await sharp(front).jpeg({ quality: 60 }).toBuffer()
const blank = await sharp({ create: { width: 320, height: 320, channels: 3, background: 'grey' } })
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

/** The left half of a still as wide as `share` times, the right one as much narrower. */
async function stretch(picture: Buffer, share: number): Promise<Buffer> {
  // Where the nose is.
  const middle = Math.round(width * 0.44)
  const half = (left: number, wide: number, times: number) =>
    sharp(picture)
      .extract({ left, top: 0, width: wide, height: width })
      .resize(Math.round(wide * times), width, { fit: 'fill' })
      .toBuffer()
  const [left, right] = [
    await half(0, middle, share),
    await half(middle, width - middle, 2 - share),
  ]
  const at = Math.round(middle * share)
  const wide = at + Math.round((width - middle) * (2 - share))
  return sharp({ create: { width: wide, height: width, channels: 3, background: 'grey' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: at, top: 0 },
    ])
    .jpeg()
    .toBuffer()
}

const asked: Action[] = ['front', 'left', 'front', 'right']

type Look = (pictures: readonly Uint8Array[]) => Promise<Face[][]>

/** `look` is the face engine, whose models the file has loaded. */
export function testLiveness(look: Look): void {
  async function judge(pictures: readonly Uint8Array[], actions?: readonly Action[]) {
    const faces = await look(pictures)
    const given = { ...(actions && { actions }), areForeign: false }
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

    test('is spoof suspected when somebody else is among them, or a picture comes again', async () => {
      const mixed = [front, facePicture('person-b-drawn'), again, facePicture('right-18')]
      expect(await judge(mixed, asked)).toBe(2)
      expect(await judge([front, turned[1] ?? front, recoded, turned[3] ?? front], asked)).toBe(2)
    })

    test('of frames of a filmed head is live as asked, and neither out of order nor with another in the middle', async () => {
      const film = filmFrames(2, 13, 17, 22, 29, 33, 37)
      expect(await judge(film, asked)).toBe(1)
      const [first = front, ...others] = film
      expect(await judge([first, ...others.toReversed()], asked)).toBe(0)
      const mixed = film.with(2, facePicture('person-b-drawn'))
      expect(await judge(mixed, asked)).toBe(2)
    })

    test('is never live for a still whose halves were stretched', async () => {
      for (const [left, right] of [
        [1.35, 0.65],
        [1.45, 0.55],
        [1.4, 0.7],
      ] as const) {
        const film = [front, await stretch(front, left), again, await stretch(front, right)]
        expect(await judge(film, asked)).toBe(2)
      }
    })

    test('sees that there is no face, or that there are two', async () => {
      expect(await judge([front, blank, again, facePicture('right-18')], asked)).toBe(3)
      expect(await judge([await drawPair()])).toBe(4)
    })
  })
}
