// When a webhook is tried again, and for how long.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge, patienceMs, placesOf, restAfter } from '#src/journey/webhooks/rules.ts'

const hour = 3_600_000
const chances = fc.double({ min: 0, max: 1, noNaN: true })
const failing = fc.oneof(
  fc.constant({}),
  fc
    .integer({ min: 300, max: 599 })
    .filter((status) => status !== 410)
    .map((status) => ({ status })),
)

/** The times of all tries, from the first. */
function triesOf(answered: object, chance: number): number[] {
  const times = [0]
  for (let attempt = 1, ageMs = 0; attempt < 100; attempt++) {
    const verdict = judge(answered, { attempt, ageMs, chance })
    if (verdict.status !== 'pending') return times
    times.push((ageMs += verdict.waitMs))
  }
  throw new Error('it never ends')
}

test('what fails is tried at ever longer distances for three days, and no longer', () => {
  fc.assert(
    fc.property(failing, chances, (answered, chance) => {
      const times = triesOf(answered, chance)
      expect(times).toHaveLength(10)
      expect(times[1]).toBeLessThanOrEqual(5_000)
      expect(times.at(-1)).toBeGreaterThan(57 * hour)
      expect(times.at(-1)).toBeLessThanOrEqual(patienceMs)
    }),
  )
})

test('what was taken, or is wanted no more, is tried no more', () => {
  for (const status of [200, 201, 202, 204, 299])
    expect(judge({ status }, { attempt: 1, ageMs: 0, chance: 0 })).toEqual({ status: 'delivered' })
  expect(judge({ status: 410 }, { attempt: 1, ageMs: 0, chance: 0 })).toEqual({ status: 'failed' })
})

test('a receiver that asks for time gets it, within the three days', () => {
  const asked = (retryAfterMs: number, ageMs = 0) =>
    judge({ status: 429, retryAfterMs }, { attempt: 1, ageMs, chance: 1 })
  expect(asked(hour)).toEqual({ status: 'pending', waitMs: hour })
  expect(asked(1)).toEqual({ status: 'pending', waitMs: 5_000 })
  expect(asked(hour, patienceMs - 1)).toEqual({ status: 'failed' })
})

test('an endpoint rests longer with each failure, five minutes at most, and has one place then', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), chances, (failures, chance) => {
      const restMs = restAfter(failures, chance)
      expect(restMs).toBeGreaterThanOrEqual(500)
      expect(restMs).toBeLessThanOrEqual(300_000)
      expect(restAfter(failures + 1, chance)).toBeGreaterThanOrEqual(restMs)
      expect(placesOf(failures)).toBe(1)
    }),
  )
  expect(placesOf(0)).toBeGreaterThan(1)
})
