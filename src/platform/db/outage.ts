// Why a statement could not be answered, in one word for a metric label.
import { codesOf, isUnavailable } from './errors.ts'

export type Outage = 'read-only' | 'disk-full' | 'memory' | 'connections' | 'refused' | 'away'

/** SQLSTATEs, or their classes. */
const words: Readonly<Record<string, Outage>> = {
  '25006': 'read-only',
  '53100': 'disk-full',
  '53200': 'memory',
  '53300': 'connections',
  '28': 'refused',
}

/** Conflicts between transactions, and our own queue and timeouts, are no outages of the server. */
const ours = /^(40|55P03|57014|25P03|NO_FREE_CONNECTION)/

/** Undefined where the database answered, even if it refused the statement or a value. */
export function outageOf(error: unknown): Outage | undefined {
  const codes = codesOf(error)
  const word = codes.map((code) => words[code] ?? words[code.slice(0, 2)]).find(Boolean)
  if (word) return word
  return isUnavailable(error) && !codes.some((code) => ours.test(code)) ? 'away' : undefined
}

/** Each kind starts at 0, so that monitoring sees the first outage as an increase. */
export const noOutages = (): Record<Outage, number> => ({
  'read-only': 0,
  'disk-full': 0,
  memory: 0,
  connections: 0,
  refused: 0,
  away: 0,
})
