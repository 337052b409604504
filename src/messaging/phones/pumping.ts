// Detects SMS pumping: messages ordered to numbers whose carrier shares the price with the caller. A tenant's whole volume is
// reported alone, because its normal traffic has to be known first; a prefix of ten thousand numbers can be stopped.

/** What one tenant sent. A record is verified when it was answered, or its code was right. */
export type Volume = {
  /** Records in the last hour to the prefix that got most: numbers that differ in their last four digits. */
  readonly prefixHour: number
  readonly unverifiedHour: number
  readonly verifiedHour: number
  readonly unverifiedDay: number
  readonly verifiedDay: number
  /** Verified on the best of the last 14 days that are over. */
  readonly verifiedDayMax: number
  /** Of the last 24 hours: those that arrived, and those of them that were not answered. */
  readonly deliveredDay: number
  readonly unansweredDay: number
}

export type Suspicion = {
  readonly rule: 'prefix-hour' | 'hour' | 'day' | 'unanswered'
  readonly count: number
  /** What would still have been normal. */
  readonly limit: number
}

const prefixHourMax = 10
const dayMin = 20
const hourMin = 3
const verifiedShare = 0.2
/** Below it a ratio says nothing. */
const deliveredMin = 50
const unansweredShareMax = 0.8

/** Whether too many messages of an hour went to a prefix for how few of them were answered. */
export const isPumped = (
  { sent, answered }: { readonly sent: number; readonly answered: number },
  {
    sendsMin,
    answeredPercentMin,
  }: { readonly sendsMin: number; readonly answeredPercentMin: number },
): boolean => sent >= sendsMin && answered * 100 < sent * answeredPercentMin

/** What is unusual in a volume; nothing for a tenant whose people answer. */
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
