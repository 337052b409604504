// The arithmetic of rate limits, without clock or database.

/** Requests per second, and the burst after a pause. */
export type Rate = { perSecond: number; burst: number }

/** The tokens that one process holds, and how many the shared bucket had after its last lease. */
export type Lease = {
  own: number
  shared: number
  /** The time (ms) before which no lease is requested, because the last one granted nothing. */
  emptyUntil: number
}

export const noLease: Lease = { own: 0, shared: 0, emptyUntil: 0 }

/** How many tokens a process leases at once: a tenth of a second’s worth, at least one. */
export function batchSize({ perSecond, burst }: Rate): number {
  return Math.max(1, Math.floor(Math.min(perSecond, burst) / 10))
}

/** Adds the tokens of a lease; when it granted none, sets the time before which the bucket cannot have one. */
export function addLease(
  lease: Lease,
  { granted, tokens }: { granted: number; tokens: number },
  rate: Rate,
  nowMs: number,
): Lease {
  // At least a millisecond: a rounding error must not cause a busy loop.
  const waitMs = Math.max(1, ((1 - tokens) / rate.perSecond) * 1000)
  return { own: lease.own + granted, shared: tokens, emptyUntil: granted > 0 ? 0 : nowMs + waitMs }
}

/** The numbers for an answer’s headers: whole tokens left, and whole seconds until the bucket is full or has one. */
export function measure(lease: Lease, allowed: boolean, rate: Rate, nowMs: number) {
  const left = Math.max(0, Math.min(rate.burst, lease.own + lease.shared))
  return {
    allowed,
    limit: rate.burst,
    remaining: allowed ? Math.floor(left) : 0,
    resetSeconds: Math.ceil((rate.burst - left) / rate.perSecond),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((lease.emptyUntil - nowMs) / 1000)),
  }
}
