// Whether a birth date may be the listed date of somebody. Lists err and dates are often incomplete, so only a
// difference that no usual error explains tells two people apart. Pure.
import { areExchanged, areNeighbours, firstDayOf, isCalendarDay, isMistyped, lastDayOf, yearOf } from './calendar.ts' // prettier-ignore
import { type ListedDate, readListedDates } from './listed-date.ts'

export type DateAgreement = 'agrees' | 'may' | 'differs'

/** How many years from an approximate date agree with it, and how many more may still be it. */
const [aboutAgrees, aboutMay] = [2, 5]
/** The highest possible age of a listed person, or of a person in a question. */
const oldestYears = 120
/** Two dates of one entry that are further apart are not the ends of one range. */
const rangeYears = 15

/**
 * `asked` is a `yyyy-MM-dd`; `listed` has all dates of one entry in the forms that `readListedDates` accepts, and the
 * best match counts. Undefined when there is nothing to compare: an impossible birth date (the year 1, tomorrow) does
 * not count.
 */
export function compareDates(
  asked: string | undefined,
  listed: readonly string[],
  now = new Date(),
): DateAgreement | undefined {
  if (asked === undefined || !isCalendarDay(asked)) return undefined
  const dates = listed.flatMap(readListedDates).filter((date) => canBeListed(date, now))
  if (dates.length === 0) return undefined
  const compared = dates.map((date) => compareDate(asked, date))
  if (compared.includes('agrees')) return 'agrees'
  return compared.includes('may') || isBetween(asked, dates) ? 'may' : 'differs'
}

const canBeListed = ({ from, to }: ListedDate, now: Date): boolean =>
  firstDayOf(from) <= now.toISOString() && yearOf(to) >= now.getUTCFullYear() - oldestYears

function compareDate(asked: string, { from, to, certainty }: ListedDate): DateAgreement {
  if (firstDayOf(from) <= asked && asked <= lastDayOf(to)) return 'agrees'
  const apart = yearsApart(asked, from, to)
  if (certainty === 'about')
    return apart <= aboutAgrees ? 'agrees' : apart <= aboutMay ? 'may' : 'differs'
  // The date may be the beginning of a range of unknown length.
  if (certainty === 'perhaps') return from.length === 4 || apart <= aboutMay ? 'may' : 'differs'
  return (from === to ? mayBe(asked, from) : apart <= 1) ? 'may' : 'differs'
}

const yearsApart = (asked: string, from: string, to: string): number =>
  Math.max(0, yearOf(from) - yearOf(asked), yearOf(asked) - yearOf(to))

/**
 * Whether a usual error explains the difference: a year too many or too few, one wrong digit, day and month swapped, a
 * day of another time zone.
 */
function mayBe(asked: string, listed: string): boolean {
  const known = asked.slice(0, listed.length)
  const apart = yearsApart(asked, listed, listed)
  // A single wrong digit is not accepted in a year or a month alone, because too many would match.
  if (listed.length === 4) return apart === 1
  if (apart === 0 && (isNewYear(asked) || isNewYear(listed))) return true
  const isSameBehindYear = known.slice(4) === listed.slice(4)
  const isOtherYear = isSameBehindYear && apart === 1
  const isOneDigit = isMistyped(known, listed) && (isSameBehindYear || listed.length === 10)
  const isError = isOtherYear || isOneDigit
  return isError || areExchanged(asked, listed) || areNeighbours(asked, listed)
}

/** January 1 is often written when only the year is known. */
const isNewYear = (day: string): boolean => day.endsWith('-01-01')

/** Some lists publish a range as its two ends. */
function isBetween(asked: string, dates: readonly ListedDate[]): boolean {
  const ends = dates.filter(({ from, to }) => from.length < 10 || to !== from || isEnd(from))
  const first = ends.map(({ from }) => firstDayOf(from)).toSorted()[0]
  const last = ends
    .map(({ to }) => lastDayOf(to))
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined || ends.length < 2) return false
  return first <= asked && asked <= last && yearOf(last) - yearOf(first) <= rangeYears
}

const isEnd = (day: string): boolean => isNewYear(day) || day.endsWith('-12-31')
