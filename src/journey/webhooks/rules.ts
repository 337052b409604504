// Decides when a delivery is tried again, and when an endpoint rests or is disabled. Pure.

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const day = 24 * hour

/** The waits after the first try, the second and so on: 72 hours in all. */
const waitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
] as const

/** How long a delivery is tried, and how long an endpoint may fail before it is disabled. */
export const patienceMs = 3 * day

export type Answered = {
  /** Undefined when no answer came. */
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
}

export type Tried = {
  /** The number of this try, from 1. */
  readonly attempt: number
  /** The time since the first try was due, in milliseconds. */
  readonly ageMs: number
  /** A random number from 0 to 1, which spreads the next tries of deliveries that failed together. */
  readonly chance: number
}

export type DeliveryState =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed' }
  | { readonly status: 'pending'; readonly waitMs: number }

export const isTaken = ({ status = 0 }: Answered): boolean => status >= 200 && status < 300

/** With status 410 a receiver asks to be sent nothing more. */
export const isGone = ({ status }: Answered): boolean => status === 410

export function judge(answered: Answered, { attempt, ageMs, chance }: Tried): DeliveryState {
  if (isTaken(answered)) return { status: 'delivered' }
  const waitMs = waitsMs[attempt - 1]
  if (isGone(answered) || waitMs === undefined) return { status: 'failed' }
  const spread = waitMs * (0.8 + 0.2 * chance)
  const asked = Math.max(spread, answered.retryAfterMs ?? 0)
  return ageMs + asked > patienceMs ? { status: 'failed' } : { status: 'pending', waitMs: asked }
}

const restMsMax = 5 * minute
const doublings = 9

/**
 * How long an endpoint rests after a number of failures in a row. Afterwards a single try tests it, however many
 * deliveries wait.
 */
export const restAfter = (failures: number, chance: number): number =>
  Math.min(restMsMax, second * 2 ** Math.min(failures - 1, doublings)) * (0.5 + 0.5 * chance)

/** How many deliveries one process runs for an endpoint at once. */
export const placesOf = (failures: number): number => (failures > 0 ? 1 : 8)

/** The most pending deliveries of an endpoint; later events get none until these are done. */
export const pendingMax = 1_000
