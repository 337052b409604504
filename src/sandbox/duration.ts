// Adds an ISO 8601 duration to a moment. Years and months follow the calendar in UTC.
import { type Duration, parseDuration } from './schema.ts'

const dayMs = 24 * 60 * 60_000

/** Adds years and months first, then the rest, to the millisecond. */
export function addDuration(from: Date, duration: Duration): Date {
  const { years, months, weeks, days, hours, minutes, seconds } = duration
  const time = (hours * 60 + minutes) * 60 + seconds
  const ms = (weeks * 7 + days) * dayMs + time * 1_000
  return new Date(Math.round(addMonths(from, years * 12 + months) + ms))
}

const advanceMaxMs = 400 * dayMs

/** The length of a duration in milliseconds from a moment on; undefined for more than 400 days. */
export function measureAdvance(text: string, from: Date): number | undefined {
  const duration = parseDuration(text)
  const ms = duration && addDuration(from, duration).getTime() - from.getTime()
  return ms !== undefined && ms <= advanceMaxMs ? ms : undefined
}

/** Epoch ms. A fraction of a month is that fraction of the month after the whole ones. */
function addMonths(from: Date, months: number): number {
  const whole = Math.floor(months)
  const at = addWholeMonths(from, whole)
  return months === whole ? at : at + (months - whole) * (addWholeMonths(from, whole + 1) - at)
}

/** The same day of the month, or its last day where the month is shorter. */
const addWholeMonths = (from: Date, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO('UTC').add({ months })
    .epochMilliseconds
