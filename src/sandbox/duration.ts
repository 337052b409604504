// Adds an ISO 8601 duration to a moment. Years and months follow the calendar in UTC.
import { type Duration, lengthOf, parseDuration } from '#src/journey/dates/duration-rules.ts'

/** Adds years and months first, then the rest, to the millisecond. */
export function addDuration(from: Date, duration: Duration): Date {
  const { years, months } = duration
  return new Date(Math.round(addMonths(from, years * 12 + months) + lengthOf(duration)))
}

const advanceMaxMs = 400 * 24 * 60 * 60_000

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
