// How long an entry counts. Pure.
const dayMs = 86_400_000
const usualDays = 730
const daysMax = 1_826

/** Undefined for what is over already, and for more than five years. */
export function toExpiry(sent: string | undefined, now: Date): Date | undefined {
  if (sent === undefined) return new Date(now.getTime() + usualDays * dayMs)
  const at = new Date(sent)
  const ms = at.getTime() - now.getTime()
  return ms > 0 && ms <= daysMax * dayMs ? at : undefined
}
