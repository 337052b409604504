import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPumped, judgePumping, type Volume } from '#src/messaging/phones/pumping.ts'

const quiet: Volume = {
  prefixHour: 0,
  unverifiedHour: 0,
  verifiedHour: 0,
  unverifiedDay: 0,
  verifiedDay: 0,
  verifiedDayMax: 0,
  deliveredDay: 0,
  unansweredDay: 0,
}

const rulesOf = (volume: Partial<Volume>) =>
  judgePumping({ ...quiet, ...volume }).map(({ rule }) => rule)

describe('the guard against pumping', () => {
  test('finds nothing where nothing was sent', () => {
    expect(judgePumping(quiet)).toEqual([])
  })

  test('minds the eleventh message to one prefix in an hour', () => {
    expect(rulesOf({ prefixHour: 10 })).toEqual([])
    expect(rulesOf({ prefixHour: 11 })).toEqual(['prefix-hour'])
  })

  test('lets a new tenant have 20 a day unanswered, and a sixth of the day in an hour', () => {
    expect(rulesOf({ unverifiedDay: 20, unverifiedHour: 3 })).toEqual([])
    expect(rulesOf({ unverifiedDay: 21, unverifiedHour: 4 })).toEqual(['hour', 'day'])
  })

  test('lets a tenant have a fifth of what its people verify, by its best day and its last', () => {
    expect(rulesOf({ unverifiedDay: 200, verifiedDayMax: 1000 })).toEqual([])
    expect(rulesOf({ unverifiedDay: 201, verifiedDayMax: 1000 })).toEqual(['day'])
    expect(rulesOf({ unverifiedDay: 201, verifiedDayMax: 1000, verifiedDay: 1005 })).toEqual([])
    expect(rulesOf({ unverifiedHour: 33, verifiedDayMax: 1000 })).toEqual([])
    expect(rulesOf({ unverifiedHour: 34, verifiedDayMax: 1000 })).toEqual(['hour'])
    expect(rulesOf({ unverifiedHour: 34, verifiedHour: 170 })).toEqual([])
  })

  test('minds messages that arrive and are not answered, once there are enough to tell', () => {
    expect(rulesOf({ deliveredDay: 40, unansweredDay: 40 })).toEqual([])
    expect(rulesOf({ deliveredDay: 100, unansweredDay: 80 })).toEqual([])
    expect(rulesOf({ deliveredDay: 100, unansweredDay: 81 })).toEqual(['unanswered'])
  })

  test('tells for every suspicion how much there was and how much was normal', () => {
    expect(judgePumping({ ...quiet, prefixHour: 12 })).toEqual([
      { rule: 'prefix-hour', count: 12, limit: 10 },
    ])
  })

  test('never suspects more because people verified more', () => {
    const number = fc.nat(10_000)
    const volumes: fc.Arbitrary<Volume> = fc.record({
      prefixHour: number,
      unverifiedHour: number,
      verifiedHour: number,
      unverifiedDay: number,
      verifiedDay: number,
      verifiedDayMax: number,
      deliveredDay: number,
      unansweredDay: number,
    })
    fc.assert(
      fc.property(volumes, number, (volume, more) => {
        const { verifiedHour, verifiedDay, verifiedDayMax } = volume
        const better = {
          ...volume,
          verifiedHour: verifiedHour + more,
          verifiedDay: verifiedDay + more,
          verifiedDayMax: verifiedDayMax + more,
        }
        expect(judgePumping(volume).map(({ rule }) => rule)).toEqual(
          expect.arrayContaining(judgePumping(better).map(({ rule }) => rule)),
        )
      }),
    )
  })
})

test('a prefix is pumped when enough was sent and too little of it answered', () => {
  const rule = { sendsMin: 20, answeredPercentMin: 20 }
  expect(isPumped({ sent: 19, answered: 0 }, rule)).toBe(false)
  expect(isPumped({ sent: 20, answered: 0 }, rule)).toBe(true)
  expect(isPumped({ sent: 20, answered: 3 }, rule)).toBe(true)
  expect(isPumped({ sent: 20, answered: 4 }, rule)).toBe(false)
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (sent, answered) => {
      // An answer more never makes a prefix worse, a message more never better.
      const now = Number(isPumped({ sent, answered }, rule))
      const more = (by: { sent: number; answered: number }) => Number(isPumped(by, rule))
      expect(more({ sent: sent + 1, answered })).toBeGreaterThanOrEqual(now)
      expect(more({ sent, answered: answered + 1 })).toBeLessThanOrEqual(now)
    }),
  )
})
