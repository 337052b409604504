// How long a step waits. Pure.
import { lengthOf, parseDuration } from '#src/journey/dates/duration-rules.ts'
import { moment } from '#src/platform/moment-schema.ts'

export const waitMsMax = 31 * 24 * 3_600_000

/** The length of a duration without years and months; undefined outside a second to 31 days. */
export function waitMsOf(text: string): number | undefined {
  const duration = parseDuration(text)
  if (!duration || duration.years > 0 || duration.months > 0) return undefined
  const ms = lengthOf(duration)
  return ms >= 1_000 && ms <= waitMsMax ? ms : undefined
}

/** The time (epoch ms) that an expression gave; undefined when it is no time, or more than 31 days away. */
export function momentOf(value: unknown, now: number): number | undefined {
  const read = moment.safeParse(value)
  if (!read.success) return undefined
  const at = Date.parse(read.data)
  return at - now <= waitMsMax ? at : undefined
}
