import { describe, expect, test } from 'vitest'
import { plotMatches } from '../plot.ts'
import {
  type Described,
  describeReport,
  describeThresholds,
  reportAttacks,
  reportMatches,
} from '../report.ts'
import { acceptedAt, bootstrap, curveOf, equalErrorOf, rateOf, thresholdAt } from '../statistics.ts'

const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1))

describe('a rate', () => {
  test('has the interval of Wilson', () => {
    const { share, low, high } = rateOf(8, 10)
    expect(share).toBe(0.8)
    expect(low).toBeCloseTo(0.4902, 3)
    expect(high).toBeCloseTo(0.9433, 3)
  })

  test('of no failure in few trials may still be large', () => {
    expect(rateOf(0, 10)).toMatchObject({ share: 0, low: 0 })
    expect(rateOf(0, 10).high).toBeCloseTo(0.2775, 3)
    expect(rateOf(10, 10)).toMatchObject({ share: 1, high: 1 })
  })

  test('of nothing is unknown', () => {
    expect(rateOf(0, 0)).toEqual({ share: Number.NaN, low: 0, high: 1, of: 0 })
  })
})

describe('distances', () => {
  const apart = { genuine: steps(0.1, 0.4, 50), impostor: steps(0.7, 1, 2_000) }
  // A tenth of each lies on the wrong side of 0.5.
  const mixed = {
    genuine: [...steps(0.1, 0.49, 90), ...steps(0.51, 0.6, 10)],
    impostor: [...steps(0.4, 0.5, 10), ...steps(0.51, 1, 90)],
  }

  test('that are apart have no equal error', () => {
    const { rate, threshold } = equalErrorOf(apart)
    expect(rate).toBeCloseTo(0, 3)
    expect(threshold).toBeGreaterThanOrEqual(0.4)
    expect(threshold).toBeLessThanOrEqual(0.7)
  })

  test('that are mixed have theirs where both errors meet', () => {
    const { rate, threshold } = equalErrorOf(mixed)
    expect(rate).toBeCloseTo(0.1, 1)
    expect(threshold).toBeCloseTo(0.5, 1)
  })

  test('give a curve on which one error falls as the other rises', () => {
    const curve = curveOf(mixed)
    for (const [at, point] of curve.entries()) {
      const before = curve[at - 1] ?? point
      expect(point.far).toBeGreaterThanOrEqual(before.far)
      expect(point.frr).toBeLessThanOrEqual(before.frr)
    }
    expect(curve[0]).toEqual({ threshold: 0, far: 0, frr: 1 })
    expect(curve.at(-1)).toMatchObject({ far: 1, frr: 0 })
  })

  test('give a threshold for a share of false accepts only where there are enough of them', () => {
    expect(thresholdAt(apart, 0.001)).toBeCloseTo(0.7, 2)
    expect(thresholdAt(mixed, 0.001)).toBeUndefined()
    const threshold = thresholdAt(mixed, 0.05) ?? 0
    expect(mixed.impostor.filter((one) => one <= threshold)).toHaveLength(5)
    expect(acceptedAt(mixed, threshold).of).toBe(100)
  })

  test('drawn anew give the same interval each time', () => {
    const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
    const values = steps(0, 1, 40)
    const interval = bootstrap(values, mean)
    expect(interval).toEqual(bootstrap(values, mean))
    expect(interval.low).toBeLessThan(0.5)
    expect(interval.high).toBeGreaterThan(0.5)
    expect(interval.high - interval.low).toBeLessThan(0.4)
  })
})

describe('a report', () => {
  /** People who lie on a line, their pictures near them. */
  const people = (count: number, pictures: number): Described[] =>
    Array.from({ length: count }, (_, at) => ({
      person: `p${at}`,
      embeddings: Array.from({ length: pictures }, (__, picture) =>
        Float32Array.of(at, picture * 0.05),
      ),
    }))

  test('counts each pair once, and nobody against himself', () => {
    const { distances } = reportMatches(people(5, 3))
    expect(distances.genuine).toHaveLength(5 * 3)
    expect(distances.impostor).toHaveLength(10 * 9)
    const twice = [...people(2, 2), ...people(1, 2)]
    expect(reportMatches(twice).distances.impostor).toHaveLength(4 + 4)
  })

  test('says which thresholds the set cannot support', () => {
    const text = describeThresholds(reportMatches(people(10, 3)))
    expect(text).toMatch(/^# FACE_MATCH: for 0.1 % of impostors at least 1000 impostor pairs/m)
    expect(text).toMatch(/^FACE_REVIEW=0\.\d{3}$/m)
  })

  test('reads as sentences, with intervals', () => {
    const text = describeReport(reportMatches(people(4, 2)), undefined)
    expect(text).toContain('4 people, 4 genuine pairs, 24 impostor pairs')
    expect(text).toContain('EER 0.0 %')
    expect(text).toContain('TAR at FAR 0.10 %: too few impostor pairs to say')
  })

  test('gives attacks by their species, and the worst of them', () => {
    const attacks = reportAttacks([
      { species: undefined, live: 0.9 },
      { species: undefined, live: 0.2 },
      { species: 'print', live: 0.7 },
      { species: 'screen', live: 0.6 },
      { species: 'screen', live: 0.1 },
    ])
    expect(attacks.bpcer).toMatchObject({ share: 0.5, of: 2 })
    expect(attacks.apcer).toMatchObject({
      print: { share: 1, of: 1 },
      screen: { share: 0.5, of: 2 },
    })
    expect(attacks.worst).toBe('print')
    expect(describeReport(reportMatches(people(2, 2)), attacks)).toContain('APCER print: 100.0 %')
  })

  test('is drawn, also where there is next to nothing', () => {
    for (const one of [people(6, 4), people(2, 1)]) {
      const svg = plotMatches(reportMatches(one))
      expect(svg).toMatch(/^<svg /)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })
})
