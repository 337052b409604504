// Days, and listed dates of every kind.
import fc from 'fast-check'
import type { ListedDate } from '#src/journey/dates/listed-date.ts'

export const anyDay = fc
  .date({ min: new Date('1920-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** A day, its month or its year. */
const anyPoint = fc
  .tuple(anyDay, fc.constantFrom(4, 7, 10))
  .map(([day, length]) => day.slice(0, length))

export const anyListed: fc.Arbitrary<ListedDate> = fc
  .tuple(anyPoint, anyPoint, fc.boolean(), fc.constantFrom('plain', 'about', 'perhaps'))
  .map(([one, other, isRange, certainty]) => {
    if (!isRange) return { from: one, to: one, certainty }
    return one <= other ? { from: one, to: other, certainty } : { from: other, to: one, certainty }
  })
