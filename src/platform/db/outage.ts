// Why a statement could not be answered, in a word that a metric may bear: what an operator looks for first.
import { codesOf, isUnavailable } from './errors.ts'

export type Outage = 'read-only' | 'disk-full' | 'memory' | 'connections' | 'refused' | 'away'

/** SQLSTATEs, or their class. */
const words: Readonly<Record<string, Outage>> = {
  '25006': 'read-only',
  '53100': 'disk-full',
  '53200': 'memory',
  '53300': 'connections',
  '28': 'refused',
}

/** What passes between transactions, and what our own queue or time-outs say: no outage of the server's. */
const ours = /^(40|55P03|57014|25P03|NO_FREE_CONNECTION)/

/** Undefined where the database has answered, if only that it refuses this statement or value. */
export function outageOf(error: unknown): Outage | undefined {
  const codes = codesOf(error)
  const word = codes.map((code) => words[code] ?? words[code.slice(0, 2)]).find(Boolean)
  if (word) return word
  return isUnavailable(error) && !codes.some((code) => ours.test(code)) ? 'away' : undefined
}

/** Each is there from the start, so that the first of a kind is an increase to whoever watches. */
export const noOutages = (): Record<Outage, number> => ({
  'read-only': 0,
  'disk-full': 0,
  memory: 0,
  connections: 0,
  refused: 0,
  away: 0,
})
