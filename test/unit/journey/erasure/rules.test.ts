// Until when a duty keeps a transaction, when it goes by itself, and what a hold may become.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dutyUntil,
  goesAt,
  isHolding,
  prolong,
  type Relationship,
} from '#src/journey/erasure/rules.ts'
import { joinData } from '#src/platform/tenants/data.ts'

const day = 86_400_000
const created = 1_000 * day
const as = (of: Relationship['class'], endedAt: number | null = null): Relationship => ({
  class: of,
  endedAt,
  setAt: 1_010 * day,
})
const duty = (days: number) => ({ days, covers: [] })

test('a duty counts from the creation, the end of a relationship, or when a fraud was told', () => {
  const { duties } = joinData({ duties: { applicant: duty(1), customer: duty(2), fraud: duty(3) } })
  const until = (one: Relationship) => dutyUntil({ duties }, one, created) / day
  expect(until(as('applicant'))).toBe(1_001)
  expect(until(as('customer'))).toBe(Infinity)
  expect(until(as('customer', 1_500 * day))).toBe(1_502)
  expect(until(as('fraud'))).toBe(1_013)
  expect(dutyUntil({ duties: {} }, as('customer'), created)).toBe(0)
})

test('nothing goes by itself in live that nobody said, and never before its duty is over', () => {
  expect(goesAt(joinData(), 'live', as('applicant'), created)).toBe(Infinity)
  expect(goesAt(joinData(), 'sandbox', as('customer'), created)).toBe(created + 7 * day)
  const data = joinData({ duties: { fraud: duty(100) }, keep: { live: { fraud: 5, customer: 5 } } })
  expect(goesAt(data, 'live', as('fraud'), created)).toBe(1_110 * day)
  expect(goesAt(data, 'live', as('customer'), created)).toBe(Infinity)
  expect(goesAt(data, 'live', as('customer', created), created)).toBe(created + 5 * day)
  const days = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(days, days, (kept, keep) => {
      const both = joinData({ duties: { applicant: duty(kept) }, keep: { live: { applicant: keep } } }) // prettier-ignore
      const relationship = as('applicant')
      const until = dutyUntil(both, relationship, created)
      expect(goesAt(both, 'live', relationship, created)).toBeGreaterThanOrEqual(until)
    }),
  )
})

test('a tenant’s own word counts before that for all, field by field', () => {
  const all = { duties: { customer: duty(9) }, keep: { live: { applicant: 1, customer: 2 } } }
  const own = { keep: { live: { customer: 3 }, sandbox: { applicant: 1 } } }
  expect(joinData(all, own)).toEqual({
    duties: { customer: duty(9) },
    keep: { live: { applicant: 1, customer: 3 }, sandbox: { applicant: 1, customer: 7, fraud: 7 } },
  })
})

test('a hold is never shortened by asking again', () => {
  const until = fc.option(fc.integer({ min: 0, max: 100 }))
  fc.assert(
    fc.property(until, until, fc.integer({ min: 0, max: 100 }), (known, asked, now) => {
      const next = { until: prolong({ until: known }, asked, now) }
      const later = Array.from({ length: 101 - now }, (_, at) => now + at)
      const held = later.filter((at) => isHolding({ until: known }, at))
      expect(held.filter((at) => !isHolding(next, at))).toEqual([])
    }),
  )
})
