// Durations of ISO 8601.

/** Each part as a number; only the last one given may have a fraction. */
export type Duration = {
  readonly years: number
  readonly months: number
  readonly weeks: number
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

const part = (digits: number, designator: string) =>
  String.raw`(?:(\d{1,${digits}}(?:[.,]\d{1,9})?)${designator})?`

/** Uses no look-ahead, which RE2 lacks, and so takes incomplete durations, which `incomplete` then refuses. */
export const durationPattern = new RegExp(
  [
    '^P',
    part(4, 'Y'),
    part(4, 'M'),
    part(4, 'W'),
    part(4, 'D'),
    '(?:T',
    part(6, 'H'),
    part(8, 'M'),
    part(10, 'S'),
    ')?$',
  ].join(''),
)

/** A lone `P` or `T`, or a fraction in front of the last part. */
const incomplete = /[PT]$|[.,]\d+\D./

/** Undefined for a text that is no duration. */
export function parseDuration(text: string): Duration | undefined {
  if (incomplete.test(text)) return undefined
  const parts = durationPattern.exec(text)?.slice(1)
  if (!parts) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    parts.map((written) => Number((written ?? '0').replace(',', '.')))
  return { years, months, weeks, days, hours, minutes, seconds }
}

const dayMs = 24 * 60 * 60_000

/** In milliseconds. Years and months are left out, because their length depends on the calendar. */
export function lengthOf({ weeks, days, hours, minutes, seconds }: Duration): number {
  const time = (hours * 60 + minutes) * 60 + seconds
  return (weeks * 7 + days) * dayMs + time * 1_000
}
