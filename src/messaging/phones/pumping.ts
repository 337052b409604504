// Detects SMS pumping: messages ordered to numbers whose carrier shares its revenue with the caller. The volume of a
// whole tenant is only reported, because its normal traffic must be known first; a prefix of ten thousand numbers can
// be blocked.

/** The messages of one tenant. A record is verified when it was answered, or its code was right. */
export type Volume = {
  /** The records of the last hour to the most used prefix: numbers that differ only in their last four digits. */
  readonly prefixHour: number
  readonly unverifiedHour: number
  readonly verifiedHour: number
  readonly unverifiedDay: number
  readonly verifiedDay: number
  /** The most verified records on one of the last 14 complete days. */
  readonly verifiedDayMax: number
  /** Messages of the last 24 hours that arrived, and how many of them were not answered. */
  readonly deliveredDay: number
  readonly unansweredDay: number
}

export type Suspicion = {
  readonly rule: 'prefix-hour' | 'hour' | 'day' | 'unanswered'
  readonly count: number
  /** The highest value that would still be normal. */
  readonly limit: number
}

const prefixHourMax = 10
const dayMin = 20
const hourMin = 3
const verifiedShare = 0.2
/** Below this number the ratio is not meaningful. */
const deliveredMin = 50
const unansweredShareMax = 0.8

/** Whether many messages of an hour went to a prefix and too few of them were answered. */
export const isPumped = (
  { sent, answered }: { readonly sent: number; readonly answered: number },
  {
    sendsMin,
    answeredPercentMin,
  }: { readonly sendsMin: number; readonly answeredPercentMin: number },
): boolean => sent >= sendsMin && answered * 100 < sent * answeredPercentMin

/** The suspicious figures of a volume; none for a tenant whose recipients answer. */
export function judgePumping(volume: Volume): Suspicion[] {
  const { verifiedHour, verifiedDay, verifiedDayMax, deliveredDay } = volume
  const day = Math.max(dayMin, verifiedShare * Math.max(verifiedDayMax, verifiedDay))
  const hour = Math.max(hourMin, day / 6, verifiedShare * verifiedHour)
  const unanswered = unansweredShareMax * Math.max(deliveredDay, deliveredMin)
  const found: Suspicion[] = [
    { rule: 'prefix-hour', count: volume.prefixHour, limit: prefixHourMax },
    { rule: 'hour', count: volume.unverifiedHour, limit: hour },
    { rule: 'day', count: volume.unverifiedDay, limit: day },
    { rule: 'unanswered', count: volume.unansweredDay, limit: unanswered },
  ]
  return found.filter(({ count, limit }) => count > limit)
}
