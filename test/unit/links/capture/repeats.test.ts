import { describe, expect, test } from 'vitest'
import { createRepeats } from '#src/links/capture/browser/face/repeats.ts'

const play = (pictures: readonly string[]): boolean => {
  const repeats = createRepeats()
  for (const picture of pictures) repeats.note(picture)
  return repeats.isPlayedAgain()
}
const film = (length: number) => Array.from({ length }, (_, at) => `picture ${at}`)

describe('a film that is played round', () => {
  test.each([9, 30, 96])('of %i pictures is noticed in its second round', (length) => {
    expect(play([...film(length), ...film(length).slice(0, 3)])).toBe(true)
    expect(play(film(length))).toBe(false)
  })

  test('is noticed though only some of its pictures are seen, each round others', () => {
    const seen = Array.from({ length: 60 }, (_, at) => `picture ${(at * 7) % 96}`)
    expect(play([...seen, ...seen.toReversed()])).toBe(true)
  })

  test('a camera that hands a picture over twice, or stands still for a moment, is none', () => {
    const twice = film(200).flatMap((one) => [one, one, one])
    expect(play(twice)).toBe(false)
    expect(play([...film(20), ...Array.from({ length: 50 }, () => 'the same')])).toBe(false)
  })

  test('two pictures that are the same by chance are none', () => {
    expect(play([...film(50), 'picture 3', 'picture 30'])).toBe(false)
  })
})
