// When a delivery is tried again, and when an endpoint rests or is given up. Pure.

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const day = 24 * hour

/** After the first try, the second and so on: 72 hours in all. */
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

/** So long a delivery is tried, and so long an endpoint may take nothing before it is disabled. */
export const patienceMs = 3 * day

export type Answered = {
  /** Undefined: no answer came. */
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
}

export type Tried = {
  /** Of this try, from 1. */
  readonly attempt: number
  /** How long ago the first one was due. */
  readonly ageMs: number
  /** From 0 to 1: so that what fails together does not come back together. */
  readonly chance: number
}

export type DeliveryState =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed' }
  | { readonly status: 'pending'; readonly waitMs: number }

export const isTaken = ({ status = 0 }: Answered): boolean => status >= 200 && status < 300

/** Whoever answers so wants nothing more. */
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

/** How long an endpoint rests after so many failures in a row: whatever waits for it, one try at a time finds out. */
export const restAfter = (failures: number, chance: number): number =>
  Math.min(restMsMax, second * 2 ** Math.min(failures - 1, doublings)) * (0.5 + 0.5 * chance)

/** How many deliveries one process has under way to an endpoint: one that hangs holds no more. */
export const placesOf = (failures: number): number => (failures > 0 ? 1 : 8)

/** So many wait for an endpoint; what comes behind stays with the events until these are done. */
export const pendingMax = 1_000
