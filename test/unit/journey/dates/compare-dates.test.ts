// Whom a listed date takes in, whom it may, and whom it tells apart.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDates } from '#src/journey/dates/compare-dates.ts'
import { writeListedDate } from '#src/journey/dates/listed-date.ts'
import { anyDay, anyListed } from './any-date.ts'

const now = new Date('2026-11-28T12:00:00Z')
const compare = (asked: string | undefined, ...listed: readonly string[]) =>
  compareDates(asked, listed, now)

test.each([
  ['a day', '1985-03-07', ['1985-03-07']],
  ['its month', '1985-03-07', ['1985-03']],
  ['its year', '1985-03-07', ['1985']],
  ['a range of years', '1961-07-07', ['1958 to 1963']],
  ['the last day of a range', '1963-12-31', ['1958/1963']],
  ['a range of days', '1960-02-29', ['01 Feb 1960 to 29 Feb 1960']],
  ['two years before about', '1963-01-02', ['circa 1965']],
  ['two years behind about', '1967-12-30', ['1965~']],
  ['about a range', '1984-01-01', ['circa 1979-1982']],
  ['one of several', '1971-05-17', ['1970-05-17', '1971-05-17']],
  ['one of several in one text', '1971-05-17', ['17 May 1970; alt. DOB 17 May 1971']],
  ['the year that a source may mean', '1965-05-30', ['1965?']],
  ['the month that a source may mean', '1965-05-30', ['1965-05?']],
  ['the day of one who is very old', '1907-05-05', ['1907-05-05']],
])('%s agrees: %s with %j', (_, asked, listed) => {
  expect(compare(asked, ...listed)).toBe('agrees')
})

test.each([
  ['day and month exchanged', '1985-03-07', ['1985-07-03']],
  ['a digit of the day', '1985-03-07', ['1985-03-17']],
  ['a digit of the month', '1985-03-07', ['1985-08-07']],
  ['a digit of the decade', '1985-03-07', ['1975-03-07']],
  ['two digits exchanged', '1985-03-07', ['1958-03-07']],
  ['a year too few', '1980-03-07', ['1979-03-07']],
  ['the day before', '1985-04-01', ['1985-03-31']],
  ['the first of January of the same year', '1985-09-12', ['1985-01-01']],
  ['who has the first of January in papers', '1985-01-01', ['1985-09-12']],
  ['the year beside', '1985-03-07', ['1984']],
  ['the same month of the year beside', '1985-03-07', ['1984-03']],
  ['the year beside a range', '1964-02-02', ['1958/1963']],
  ['three years from about', '1968-02-02', ['1965~']],
  ['five years from about', '1960-12-31', ['1965~']],
  ['between the two ends', '1962-06-01', ['1959', '1965']],
  ['between two days that are ends', '1960-06-01', ['1959-01-01', '1961-12-31']],
  ['a year that may begin a range', '1961-05-30', ['1958?']],
  ['any year, where the first of January is written for all', '1990-05-30', ['1958?']],
  ['a month that may begin a range', '1967-05-30', ['1965-03?']],
])('%s may be meant: %s with %j', (_, asked, listed) => {
  expect(compare(asked, ...listed)).toBe('may')
})

// Genuine people who bear a listed one's name.
test.each([
  ['another day', '1985-03-07', ['1961-11-23']],
  ['another day of the same year', '1985-03-07', ['1985-11-22']],
  ['another month', '1967-11-22', ['1967-03']],
  ['two years and a month apart', '1985-03-07', ['1983-04-07']],
  ['another year', '1985-03-07', ['1982']],
  ['another decade of a year', '1985-03-07', ['1975']],
  ['twelve years outside a range', '1975-07-07', ['1958 to 1963']],
  ['two years outside a range', '1965-01-01', ['1958/1963']],
  ['six years from about', '1971-01-01', ['circa 1965']],
  ['sixteen years from about', '1981-02-01', ['circa 1965']],
  ['none of several', '1985-03-07', ['1961-11-23', '1990']],
  ['between two years that are no ends', '1970-03-07', ['1950', '1990']],
  ['between two days', '1970-03-07', ['1965-04-22', '1979-09-18']],
  ['far from a month that a source may mean', '1990-05-30', ['1965-03?']],
])('%s differs: %s with %j', (_, asked, listed) => {
  expect(compare(asked, ...listed)).toBe('differs')
})

test.each([
  ['nothing listed', '1985-03-07', []],
  ['nothing asked', undefined, ['1985']],
  ['the year 1', '1985-03-07', ['0001-01-01T00:00:00Z']],
  ['what programs write for none', '1985-03-07', ['1900-01-01']],
  ['tomorrow', '1985-03-07', ['2026-11-29']],
  ['a day that no calendar has', '1985-03-07', ['1961-02-30']],
  ['words', '1985-03-07', ['unknown']],
  ['a day asked that no calendar has', '1985-02-30', ['1961']],
])('%s is nothing to compare: %s with %j', (_, asked, listed) => {
  expect(compare(asked, ...listed)).toBe(undefined)
})

const rank = { agrees: 2, may: 1, differs: 0 } as const
const rankOf = (asked: string, ...listed: readonly string[]) => rank[compare(asked, ...listed) ?? 'agrees'] // prettier-ignore

test('a day agrees with itself, its month and its year, and with each range around it', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (day, other) => {
      const [from, to] = [day, other].toSorted()
      for (const listed of [day, day.slice(0, 7), day.slice(0, 4), `${from}/${to}`])
        expect([listed, compare(day, listed)]).toEqual([listed, 'agrees'])
    }),
  )
})

test('of two days neither is the one that errs', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (one, other) => {
      expect(compare(one, other)).toBe(compare(other, one))
    }),
  )
})

test('a date that says less tells apart no more', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (asked, listed) => {
      const year = listed.slice(0, 4)
      const isSame = compare(asked, listed) === 'agrees'
      expect(isSame && compare(asked, year) !== 'agrees').toBe(false)
      expect(rankOf(asked, `${year}~`)).toBeGreaterThanOrEqual(rankOf(asked, year))
      expect(rankOf(asked, `${year}?`)).toBeGreaterThanOrEqual(rankOf(asked, year))
    }),
  )
})

test('another date beside it makes nobody another', () => {
  fc.assert(
    fc.property(anyDay, anyListed, anyListed, (asked, one, other) => {
      const [first, second] = [writeListedDate(one), writeListedDate(other)]
      expect(rankOf(asked, first, second)).toBeGreaterThanOrEqual(rankOf(asked, first))
    }),
  )
})

test('one digit that is another tells nobody apart', () => {
  const digit = fc.tuple(fc.constantFrom(2, 3, 5, 6, 8, 9), fc.integer({ min: 0, max: 9 }))
  fc.assert(
    fc.property(anyDay, digit, (day, [at, one]) => {
      const listed = `${day.slice(0, at)}${one}${day.slice(at + 1)}`
      expect(compare(day, listed)).not.toBe('differs')
    }),
  )
})
