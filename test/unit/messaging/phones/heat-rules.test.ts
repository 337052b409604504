import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareHeat,
  type Evidence,
  explainHeat,
  heatOf,
  type HeatSubject,
  heatWeights,
  noEvidence,
} from '#src/messaging/phones/heat.ts'

const now = Date.UTC(2026, 7, 3, 12)
const day = 24 * 60 * 60_000

const plain: HeatSubject = {
  source: 'phone',
  kind: 'MOBILE',
  repaired: false,
  trunked: false,
  verified: false,
  position: 0,
}

const heat = (evidence: Partial<Evidence> = {}, subject: Partial<HeatSubject> = {}) =>
  heatOf({ ...plain, ...subject }, { ...noEvidence, ...evidence }, now)

const pastTime = fc.option(fc.integer({ min: now - 3000 * day, max: now }))
const subjects: fc.Arbitrary<HeatSubject> = fc.record({
  source: fc.constantFrom('phone', 'phones[0]', 'phones[7]'),
  kind: fc.constantFrom('MOBILE', 'FIXED_LINE_OR_MOBILE'),
  repaired: fc.boolean(),
  trunked: fc.boolean(),
  verified: fc.boolean(),
  position: fc.nat(100),
})
const evidences: fc.Arbitrary<Evidence> = fc.record({
  repliedAt: pastTime,
  reachedAt: pastTime,
  failedAt: pastTime,
  failures: fc.nat(20),
  usedAt: pastTime,
  otherDocuments: fc.nat(500),
  onWhatsApp: fc.boolean(),
})

describe('heat', () => {
  test('of a plain number of which nothing is known is its place and its kind', () => {
    const { heat: value, terms } = heat()
    expect(value).toBe(11)
    expect(Object.entries(terms).filter(([, term]) => term !== 0)).toEqual([
      ['position', 1],
      ['type', 1],
    ])
  })

  test('of a number that shows everything is 100', () => {
    const all = { repliedAt: now, reachedAt: now, usedAt: now, onWhatsApp: true }
    expect(heat(all, { verified: true }).heat).toBe(100)
  })

  test('halves a reply, a receipt and a use in 90 days', () => {
    const past = now - 90 * day
    const { terms } = heat({ repliedAt: past, reachedAt: past, usedAt: past })
    expect(terms).toMatchObject({ reply: 0.5, delivered: 0.5, use: 0.5 })
  })

  test('is between -50 and 100, each term between 0 and 1, to their digits', () => {
    fc.assert(
      fc.property(subjects, evidences, (subject, evidence) => {
        const { heat: value, terms } = heatOf(subject, evidence, now)
        expect(value).toBeGreaterThanOrEqual(-50)
        expect(value).toBeLessThanOrEqual(100)
        expect(Number(value.toFixed(2))).toBe(value)
        for (const term of Object.values(terms)) {
          expect(term).toBeGreaterThanOrEqual(0)
          expect(term).toBeLessThanOrEqual(1)
          expect(Number(term.toFixed(2))).toBe(term)
        }
      }),
    )
  })

  test('is what its terms and weights say, so that it can be computed again', () => {
    fc.assert(
      fc.property(subjects, evidences, (subject, evidence) => {
        const { heat: value, terms } = heatOf(subject, evidence, now)
        const parts = Object.entries(terms).map(
          ([name, term]) => heatWeights[name as keyof typeof heatWeights] * term,
        )
        const sum = parts.reduce((total, part) => total + part, 0)
        expect(Number(sum.toFixed(2))).toBe(value)
      }),
    )
  })

  test('is the same whenever it is computed from the same', () => {
    fc.assert(
      fc.property(subjects, evidences, (subject, evidence) => {
        expect(heatOf(subject, evidence, now)).toEqual(heatOf({ ...subject }, { ...evidence }, now))
      }),
    )
  })

  test('does not come from a clock that runs ahead', () => {
    expect(heat({ repliedAt: now + 10 * day }).terms.reply).toBe(1)
  })
})

/** Each change can only make a number hotter, whatever else it shows. */
const warmer: Record<string, (s: HeatSubject, e: Evidence) => [HeatSubject, Evidence]> = {
  'a later reply': (s, e) => [s, { ...e, repliedAt: Math.max(e.repliedAt ?? 0, now - day) }],
  'being verified': (s, e) => [{ ...s, verified: true }, e],
  'a later receipt': (s, e) => [s, { ...e, reachedAt: Math.max(e.reachedAt ?? 0, now - day) }],
  'no failure': (s, e) => [s, { ...e, failedAt: null, failures: 0 }],
  'a failure less': (s, e) => [s, { ...e, failures: Math.max(0, e.failures - 1) }],
  'a later use': (s, e) => [s, { ...e, usedAt: Math.max(e.usedAt ?? 0, now - day) }],
  'a place further to the front': (s, e) => [{ ...s, position: Math.max(0, s.position - 1) }, e],
  'being surely mobile': (s, e) => [{ ...s, kind: 'MOBILE', repaired: false, trunked: false }, e],
  'being seen on WhatsApp': (s, e) => [s, { ...e, onWhatsApp: true }],
  'a document less': (s, e) => [s, { ...e, otherDocuments: Math.max(0, e.otherDocuments - 1) }],
}

describe('a number never gets colder by', () => {
  test.each(Object.entries(warmer))('%s', (_, warm) => {
    fc.assert(
      fc.property(subjects, evidences, (subject, evidence) => {
        const [s, e] = warm(subject, evidence)
        expect(heatOf(s, e, now).heat).toBeGreaterThanOrEqual(heatOf(subject, evidence, now).heat)
      }),
    )
  })
})

describe('terms', () => {
  test('take 0.2 for each place, from `phones[0]` on', () => {
    const places = [0, 1, 2, 3, 4, 5, 100].map((position) => heat({}, { position }).terms.position)
    expect(places).toEqual([1, 0.8, 0.6, 0.4, 0.2, 0, 0])
  })

  test('rank kinds: mobile, repaired, landline or mobile, trunked', () => {
    expect(heat().terms.type).toBe(1)
    expect(heat({}, { repaired: true }).terms.type).toBe(0.7)
    expect(heat({}, { kind: 'FIXED_LINE_OR_MOBILE' }).terms.type).toBe(0.4)
    expect(heat({}, { trunked: true }).terms.type).toBe(0.2)
  })

  test('forget a receipt that a failure followed, and believe one after a failure', () => {
    const earlier = now - 2 * day
    expect(heat({ reachedAt: earlier, failedAt: now - day }).terms.delivered).toBe(0)
    expect(heat({ reachedAt: now - day, failedAt: earlier }).terms.delivered).toBeGreaterThan(0.98)
  })

  test('count failures in full from the second on', () => {
    expect([0, 1, 2, 3].map((failures) => heat({ failures }).terms.failure)).toEqual([0, 0.5, 1, 1])
  })

  test('let a pair share a number, mind a family a little, and count no further than five', () => {
    const shared = [0, 1, 2, 3, 4, 400].map((n) => heat({ otherDocuments: n }).terms.shared)
    expect(shared).toEqual([0, 0, 0.33, 0.67, 1, 1])
  })
})

describe('the order', () => {
  const candidate = (position: number, e164: string) => ({ ...plain, position, e164 })
  const ranked = fc.record({
    heat: fc.constantFrom(heat(), heat({ repliedAt: now }), heat({ failures: 2 })),
    candidate: fc
      .tuple(fc.nat(3), fc.constantFrom('+551', '+552', '+553'))
      .map(([position, e164]) => candidate(position, e164)),
  })

  test('is by heat, then by position, then by number', () => {
    const hot = { heat: heat({ repliedAt: now }), candidate: candidate(9, '+559') }
    const first = { heat: heat(), candidate: candidate(0, '+559') }
    const second = { heat: heat(), candidate: candidate(1, '+551') }
    const third = { heat: heat(), candidate: candidate(1, '+552') }
    expect([third, second, hot, first].toSorted(compareHeat)).toEqual([hot, first, second, third])
  })

  test('does not hang on the order in which numbers came', () => {
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 8 }), (list) => {
        expect(list.toReversed().toSorted(compareHeat)).toEqual(list.toSorted(compareHeat))
      }),
    )
  })
})

test('the reason for the journal is numbers and names of terms alone', () => {
  expect(explainHeat(heat())).toBe('heat 11: position 1, type 1')
  expect(explainHeat(heat({ repliedAt: now - 90 * day, failures: 1 }))).toBe(
    'heat 16: reply 0.5, position 1, type 1, failure 0.5',
  )
  fc.assert(
    fc.property(subjects, evidences, (subject, evidence) => {
      const reason = explainHeat(heatOf(subject, evidence, now))
      expect(reason).toMatch(/^heat -?\d+(\.\d\d?)?: ([a-z]+ \d(\.\d\d?)?(, )?)*$/)
      expect(reason.length).toBeLessThan(150)
    }),
  )
})
