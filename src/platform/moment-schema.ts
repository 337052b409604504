import { z } from 'zod'

/**
 * A moment in ISO 8601 with its time zone, as clients send it. PostgreSQL cannot read the text of years outside 0001 to
 * 9999.
 */
export const moment = z.iso.datetime({ offset: true, abort: true }).refine(isOfCalendar, {
  error: 'must be in the years 0001 to 9999 of UTC',
  params: { code: 'format' },
})

/** The time zone can move the first and the last day of the calendar outside these years. */
function isOfCalendar(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}
