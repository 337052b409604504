import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPaces } from '#src/journey/calls/capacity.ts'

function pacesAt(perSecond: number | undefined) {
  const clock = { now: 1_000 }
  return {
    clock,
    paces: createPaces(
      () => perSecond,
      () => clock.now,
    ),
  }
}

test('an account without a pace never waits', () => {
  const { paces } = pacesAt(undefined)
  for (let count = 0; count < 100; count++) paces.note('a')
  expect(paces.waitMs('a')).toBe(0)
})

test('one with a pace is called no faster, and others are not held up', () => {
  const { clock, paces } = pacesAt(2)
  expect(paces.waitMs('a')).toBe(0)
  paces.note('a')
  expect([paces.waitMs('a'), paces.waitMs('b')]).toEqual([500, 0])
  clock.now += 500
  expect(paces.waitMs('a')).toBe(0)
})

test('whenever it is tried, no second has more calls than its pace and half of it', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 50, maxLength: 400 })
  fc.assert(
    fc.property(pauses, fc.integer({ min: 4, max: 50 }), (all, perSecond) => {
      const { clock, paces } = pacesAt(perSecond)
      const calls: number[] = []
      for (const pause of all) {
        clock.now += pause
        if (paces.waitMs('a') > 0) continue
        paces.note('a')
        calls.push(clock.now)
      }
      for (const from of calls) {
        const within = calls.filter((at) => at >= from && at < from + 1_000)
        expect(within.length).toBeLessThanOrEqual(Math.ceil(perSecond * 1.5) + 1)
      }
    }),
  )
})
