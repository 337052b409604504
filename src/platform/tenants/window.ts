// Decides when a tenant sends messages, by the local time of its time zone. Pure.
export type SendWindow = { readonly from: string; readonly to: string; readonly timeZone: string }

const dayMinutes = 24 * 60

/** Seconds until messages may be sent; 0 within the window. A window that ends before it begins spans midnight. */
export function secondsUntilOpen({ from, to, timeZone }: SendWindow, now: number): number {
  const [opens, closes] = [toMinutes(from), toMinutes(to)]
  const at = minutesOfDay(now, timeZone)
  const isOpen =
    opens === closes || (opens < closes ? at >= opens && at < closes : at >= opens || at < closes)
  if (isOpen) return 0
  const wait = (opens - at + dayMinutes) % dayMinutes
  return wait * 60 - (Math.floor(now / 1_000) % 60)
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function minutesOfDay(now: number, timeZone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  return hour * 60 + minute
}
