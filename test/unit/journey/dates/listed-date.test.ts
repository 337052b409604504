// What publishers and vendors write of a birth date is read as far as it says something, and no further.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseListedDates, readListedDates, writeListedDate } from '#src/journey/dates/listed-date.ts' // prettier-ignore
import { anyListed } from './any-date.ts'
import { rowsOf } from '#test/support/rows.ts'

const read = (text: string) => readListedDates(text).map(writeListedDate)

test.each(rowsOf<[string, string[]]>('dates/listed'))('%j says %j', (text, dates) => {
  expect(read(text)).toEqual(dates)
})

test('what cannot be read stays as it was written', () => {
  expect(normaliseListedDates('in the sixties')).toEqual(['in the sixties'])
  expect(normaliseListedDates('circa 1965')).toEqual(['1965~'])
})

test('what was written is read as what it was', () => {
  fc.assert(
    fc.property(anyListed, (date) => {
      expect(readListedDates(writeListedDate(date))).toEqual([date])
    }),
  )
})

test('no text is too much', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(normaliseListedDates(text).length).toBeGreaterThan(0)
    }),
  )
})
