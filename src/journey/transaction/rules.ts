// The rules of a transaction's own data. Pure, and used by workflows too.

/** Where a transaction lives: `sandbox` calls nobody outside. */
export type Mode = 'sandbox' | 'live'

/**
 * Full years from a birth date (`yyyy-MM-dd`) to the day that it is at `now` in Brasília, where most
 * holders of a CPF live. Who was born on 29 February is a year older on 1 March of a common year.
 * A birth date in the future gives a negative age.
 */
export function ageOn(birthdate: string, now: Date): number {
  const today = new Date(now.getTime() - brasiliaBehindUtcMs).toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(4) < birthdate.slice(4) ? years - 1 : years
}

/** No daylight saving since 2019. */
const brasiliaBehindUtcMs = 3 * 60 * 60 * 1000

/** What an open transaction waits for, as operators find it; `time` is the next task, whenever that is due. */
export const waitings = [
  'operator',
  'review',
  'vendor',
  'undelivered',
  'engine',
  'person',
  'client',
  'time',
] as const
export type Waiting = (typeof waitings)[number]
