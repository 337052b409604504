// The arithmetic of rate limits, free of clock and database.

/** Requests a second, and how many may come at once after a rest. */
export type Rate = { perSecond: number; burst: number }

/** What one process holds: tokens of its own, and what the shared bucket had after its last lease. */
export type Lease = {
  own: number
  shared: number
  /** Until then (ms) a lease that gave nothing need not be asked for again. */
  emptyUntil: number
}

export const noLease: Lease = { own: 0, shared: 0, emptyUntil: 0 }

/** How many tokens a process leases at once: a tenth of a second's worth, at least one. */
export function batchSize({ perSecond, burst }: Rate): number {
  return Math.max(1, Math.floor(Math.min(perSecond, burst) / 10))
}

/** Adds what a lease granted; when it granted nothing, the bucket is left alone until it can. */
export function addLease(
  lease: Lease,
  { granted, tokens }: { granted: number; tokens: number },
  rate: Rate,
  nowMs: number,
): Lease {
  // At least a millisecond: a token short of a rounding error must not be asked for in a circle.
  const waitMs = Math.max(1, ((1 - tokens) / rate.perSecond) * 1000)
  return {
    own: lease.own + granted,
    shared: tokens,
    emptyUntil: granted > 0 ? 0 : nowMs + waitMs,
  }
}

/** What an answer says: whole tokens left, and whole seconds until the bucket is full or has one. */
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
