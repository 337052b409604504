import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDuration, measureAdvance } from '#src/sandbox/duration.ts'
import { parseDuration } from '#src/journey/dates/duration-rules.ts'

const add = (from: string, text: string) => {
  const duration = parseDuration(text)
  return duration && addDuration(new Date(from), duration).toISOString()
}

describe('a duration', () => {
  test.for([
    ['2026-01-31T10:00:00.000Z', 'P1M', '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 'P1M', '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T10:00:00.123Z', 'P1Y', '2029-02-28T10:00:00.123Z'],
    ['2026-11-30T23:59:59.999Z', 'P3M', '2027-02-28T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 'P1Y1M1W1DT1H1M1S', '2028-01-23T01:01:01.000Z'],
    ['2026-01-01T00:00:00.000Z', 'PT1.5H', '2026-01-01T01:30:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'PT0,5S', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00.000Z', 'P0.5D', '2026-01-01T12:00:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'P1,5W', '2026-01-11T12:00:00.000Z'],
    ['2026-02-01T00:00:00.000Z', 'P0.5M', '2026-02-15T00:00:00.000Z'],
    ['2026-02-01T00:00:00.000Z', 'P0.5Y', '2026-08-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'P1DT1M0.001S', '2026-01-02T00:01:00.001Z'],
    ['2026-01-01T00:00:00.000Z', 'PT0S', '2026-01-01T00:00:00.000Z'],
  ] as const)('from %s on, %s leads to %s', ([from, text, to]) => {
    expect(add(from, text)).toBe(to)
  })

  test.for([
    '', 'P', 'PT', 'P1', '1D', '-P1D', '+P1D', 'P-1D', 'P1DT', 'P1H', 'PT1D', 'P1D1M', 'PT1S1M', 'p1d',
    'PT1.5H30M', 'P1,5DT1S', 'P0.5Y1M', 'PT1.H', 'PT.5H', 'PT1.5.5H', 'PT1e3S', ' PT1S', 'PT1S\n', 'P12345Y',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  }) // prettier-ignore

  test('of any parts adds what they say, a fraction in the last of them included', () => {
    const parts = fc.record({
      years: fc.nat(30),
      months: fc.nat(40),
      weeks: fc.nat(20),
      days: fc.nat(500),
      hours: fc.nat(1_000),
      minutes: fc.nat(1_000),
      millis: fc.nat(10_000_000),
      sign: fc.constantFrom('.', ','),
    })
    const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }) // prettier-ignore
    fc.assert(
      fc.property(parts, moment, (one, from) => {
        const seconds = String(one.millis / 1_000).replace('.', one.sign)
        const text = `P${one.years}Y${one.months}M${one.weeks}W${one.days}DT${one.hours}H${one.minutes}M${seconds}S`
        const monthsOn = new Date(from)
        monthsOn.setUTCDate(1)
        monthsOn.setUTCMonth(from.getUTCMonth() + 12 * one.years + one.months)
        const next = new Date(Date.UTC(monthsOn.getUTCFullYear(), monthsOn.getUTCMonth() + 1, 0))
        monthsOn.setUTCDate(Math.min(from.getUTCDate(), next.getUTCDate()))
        const days = one.weeks * 7 + one.days
        const minutes = (days * 24 + one.hours) * 60 + one.minutes
        const expected = monthsOn.getTime() + minutes * 60_000 + one.millis
        expect(add(from.toISOString(), text)).toBe(new Date(expected).toISOString())
      }),
    )
  })

  test('of a fraction of a month lies between that month and the next, and grows with it', () => {
    const thousandths = fc.tuple(fc.nat(999), fc.nat(999), fc.nat(24))
    fc.assert(
      fc.property(thousandths, fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }), ([a, b, months], from) => {
        const at = (fraction: number) =>
          Date.parse(add(from.toISOString(), `P${months}.${String(fraction).padStart(3, '0')}M`) ?? '')
        const next = Date.parse(add(from.toISOString(), `P${months + 1}M`) ?? '')
        expect(at(Math.min(a, b))).toBeLessThanOrEqual(at(Math.max(a, b)))
        expect(at(a)).toBeLessThanOrEqual(next)
        expect(at(0)).toBe(Date.parse(add(from.toISOString(), `P${months}M`) ?? ''))
      }),
    ) // prettier-ignore
  })

  test('of more than 400 days is measured as none, by the calendar from the moment on', () => {
    const from = new Date('2026-11-20T14:00:00Z')
    const day = 86_400_000
    expect(measureAdvance('P400D', from)).toBe(400 * day)
    expect(measureAdvance('P400DT0.001S', from)).toBeUndefined()
    expect(measureAdvance('P1Y', from)).toBe(365 * day)
    expect(measureAdvance('P1Y', new Date('2027-11-20T14:00:00Z'))).toBe(366 * day)
    expect(measureAdvance('P13M', from)).toBe(395 * day)
    expect(measureAdvance('P14M', from)).toBeUndefined()
    expect(measureAdvance('P9999Y9999M9999W9999DT999999H', from)).toBeUndefined()
  })
})
