// A day, a month of a year or a year in the spellings that lists, vendors and people use.
import { isCalendarDay } from './calendar.ts'

/** The first three letters of each month in English, Portuguese and Spanish. */
const months = [
  'jan ene', 'feb fev', 'mar', 'apr abr', 'may mai', 'jun', 'jul', 'aug ago', 'sep set', 'oct out',
  'nov', 'dec dez dic',
] // prettier-ignore

/** A part that may be unknown: EDTF writes `XX`, the European Union `00`, the United Kingdom `dd` and `mm`. */
const part = '(\\d{1,2}|xx|uu|dd|mm)'
const yearFirst = new RegExp(`^(\\d{4})(?:([-/.])${part}(?:\\2${part}(?:[t ]\\d.*)?)?)?$`)
const yearLast = new RegExp(`^(?:${part}([-/.]))?${part}[-/.](\\d{4})(?:[t ]\\d.*)?$`)
/** Of a day: `1971-05-12-04:00` (XML Schema, `xs:date`). */
const zone = /(?<=^\d{4}-\d{2}-\d{2})(?:z|[+-]\d{2}:\d{2})$/
const compact = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(\d{2})$/
const compactLast = /^(\d{2})(\d{2})((?:19|20)\d{2})$/
const dayAndWord = /^(?:(\d{1,2})(?:st|nd|rd|th|o)?[ -])?([a-z]{3,9})\.?,?[ -](\d{4})$/
const wordAndDay = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/

/**
 * Returns ISO 8601 as far as the date is known: `1985-00-00` is `1985`. In `03/07/1985` the day comes first, unless it
 * cannot. Undefined when the text is no date, or names a day that no calendar has.
 */
export function readDatePoint(text: string): string | undefined {
  const plain = text.trim().toLowerCase().replaceAll(/ de /g, ' ').replace(zone, '')
  const iso = yearFirst.exec(plain)
  if (iso) return toPoint(iso[1], iso[3], iso[4])
  const [, year, month, day] = compact.exec(plain) ?? []
  if (day !== undefined) return toPoint(year, month, day)
  const last = yearLast.exec(plain)
  if (last) return toPoint(last[4], ...inOrder(last[3], last[1]))
  const [, ownDay, ownMonth, ownYear] = compactLast.exec(plain) ?? []
  if (ownYear !== undefined) return toPoint(ownYear, ...inOrder(ownMonth, ownDay))
  const [, before, word = '', behind] = dayAndWord.exec(plain) ?? []
  if (behind !== undefined) return withMonth(behind, word, before)
  const [, first = '', inside, end] = wordAndDay.exec(plain) ?? []
  return end === undefined ? undefined : withMonth(end, first, inside)
}

/** `05/17/1970` has its month first, because no month is the seventeenth. */
const inOrder = (month = '', day?: string): [string, string | undefined] =>
  Number(month) > 12 && day !== undefined ? [day, month] : [month, day]

function withMonth(year: string, word: string, day: string | undefined): string | undefined {
  const month = months.findIndex((names) => names.includes(word.slice(0, 3))) + 1
  return month === 0 ? undefined : toPoint(year, String(month), day)
}

const isKnown = (one: string | undefined): one is string => one !== undefined && /[1-9]/.test(one)

function toPoint(year = '', month?: string, day?: string): string | undefined {
  if (!isKnown(year)) return undefined
  if (!isKnown(month)) return year
  const named = `${year}-${month.padStart(2, '0')}`
  if (!isKnown(day)) return Number(month) > 12 ? undefined : named
  const whole = `${named}-${day.padStart(2, '0')}`
  return isCalendarDay(whole) ? whole : undefined
}
