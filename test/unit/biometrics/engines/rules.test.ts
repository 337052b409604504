import { describe, expect, test } from 'vitest'
import type { Face } from '#src/biometrics/engines/port.ts'
import {
  faceDistance,
  isGoodFace,
  judgeDistance,
  ownThresholds,
  similarity,
  standsUpright,
  turnsFrom,
} from '#src/biometrics/engines/rules.ts'

const at = (...values: number[]) => Float32Array.from(values)
const good: Face = {
  box: [0.3, 0.3, 0.3, 0.4],
  pixels: 200,
  faceScore: 0.95,
  live: 1,
  yaw: 0,
  pitch: 0,
  roll: 0,
  embedding: at(0),
}

describe('the distance of two faces', () => {
  test('is that of their embeddings', () => {
    expect(faceDistance(at(0, 3), at(4, 0))).toBe(5)
    expect(faceDistance(at(1, 2, 3), at(1, 2, 3))).toBe(0)
  })

  test('is never taken between two models', () => {
    expect(() => faceDistance(at(1, 2), at(1, 2, 3))).toThrow('two models')
  })

  test.for([
    [0.45, 'match', 95],
    [0.5, 'match', 86],
    [0.58, 'review', 50],
    [0.6, 'review', 39],
    [0.601, 'no-match', 39],
    [0.7, 'no-match', 6],
  ] as const)('%d is a %s with a similarity of %d', ([distance, verdict, score]) => {
    expect(judgeDistance(distance, ownThresholds)).toBe(verdict)
    expect(similarity(distance, ownThresholds)).toBe(score)
  })
})

describe('a good face', () => {
  test('is clear, large enough and upright', () => {
    expect(isGoodFace(good)).toBe(true)
    expect(isGoodFace({ ...good, faceScore: 0.9, pixels: 80, roll: -49.9 })).toBe(true)
  })

  test.for<[string, Partial<Face>]>([
    ['unsure', { faceScore: 0.89 }],
    ['too small', { pixels: 79 }],
    ['tilted', { roll: 50 }],
    ['tilted the other way', { roll: -50 }],
  ])('is not %s', ([, change]) => {
    expect(isGoodFace({ ...good, ...change })).toBe(false)
  })

  test('can be compared', () => {
    const { embedding: _none, ...without } = good
    expect(isGoodFace(without)).toBe(false)
  })
})

test('a document that shows nothing upright is read at every turn, that of its portrait first', () => {
  expect(turnsFrom(270)).toEqual([270, 90, 180])
  for (const shown of [undefined, 0] as const) expect(turnsFrom(shown)).toEqual([90, 270, 180])
  const seen = (labels: number) => standsUpright({ documentType: 'UNKNOWN', labels })
  expect([seen(0), seen(2), seen(3)]).toEqual([false, false, true])
})
