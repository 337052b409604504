// How old lists may be. Who was put on one yesterday is not found in that of last week, so an old one finds nobody clean;
// whom it finds is found. A source that does not say how old its lists are is not judged by it. Pure.
import type { CheckAnswer } from '#src/screening/orders/port.ts'

const hourMs = 3_600_000
/** Clocks and zones differ, and a day lasts until its end. */
const aheadHours = 48
const maxHours: Readonly<Record<string, number>> = {
  Sanctions: 48,
  Pep: 7 * 24,
  AdverseMedia: 7 * 24,
}

export function isOutdated(service: string, answer: CheckAnswer, now: Date): boolean {
  const hours = maxHours[service]
  const updatedAt = 'updatedAt' in answer ? answer.updatedAt : undefined
  if (hours === undefined || updatedAt === undefined) return false
  // A day without a time lasts until its end.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(updatedAt)
  const since = Date.parse(updatedAt) + (isDay ? 24 * hourMs - 1 : 0)
  const ageMs = now.getTime() - since
  // One that comes from the future was misread: nobody knows how old it is.
  return ageMs > hours * hourMs || ageMs < -aheadHours * hourMs
}
