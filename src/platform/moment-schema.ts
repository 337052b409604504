import { z } from 'zod'

/** A moment in ISO 8601 with its zone, as a client gives it. Other years have no text that Postgres reads. */
export const moment = z.iso.datetime({ offset: true, abort: true }).refine(isOfCalendar, {
  error: 'must be in the years 0001 to 9999 of UTC',
  params: { code: 'format' },
})

/** A zone can move the first and the last day of the calendar out of it. */
function isOfCalendar(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}
