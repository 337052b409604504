// An account that keeps failing is left alone for a minute. Each process learns by itself: what it knows is
// gone with it, and a wrong guess costs one try.

const breakerSettings = { failuresMax: 5, windowMs: 60_000, openMs: 60_000 } as const

/**
 * What a call says of its account: a time-out, an error of the vendor's server or of our access; that it
 * works, whatever became of the recipient; or nothing.
 */
export type Verdict = 'fault' | 'works' | 'nothing'

export type Breakers = {
  /** For how long the account is left alone; 0: it can be used. */
  openMs(account: string): number
  /** True when this verdict is the one that opens the account's breaker. */
  note(account: string, verdict: Verdict): boolean
}

/** `now` in milliseconds of a clock that never goes back. */
export function createBreakers(now: () => number = () => performance.now()): Breakers {
  const failures = new Map<string, number[]>()
  const openUntil = new Map<string, number>()
  const openMs = (account: string) => Math.max(0, (openUntil.get(account) ?? 0) - now())
  return {
    openMs,
    note(account, verdict) {
      if (verdict === 'works') failures.delete(account)
      // What was under way when the breaker opened does not keep it open for longer.
      if (verdict !== 'fault' || openMs(account) > 0) return false
      const at = now()
      const recent = (failures.get(account) ?? []).filter(
        (one) => one > at - breakerSettings.windowMs,
      )
      recent.push(at)
      const opens = recent.length >= breakerSettings.failuresMax
      failures.set(account, opens ? [] : recent)
      if (opens) openUntil.set(account, at + breakerSettings.openMs)
      return opens
    },
  }
}
