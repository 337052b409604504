// An account that keeps failing is left alone for a minute. Each worker process learns by itself: what it
// knows is gone with it, and a wrong guess costs one try.
import type { SendResult } from '#src/challenges/port.ts'

const breakerSettings = { failuresMax: 5, windowMs: 60_000, openMs: 60_000 } as const

export type Breakers = {
  /** For how long the account is left alone; 0: it can be used. */
  openMs(account: string): number
  /** True when this result is the one that opens the account's breaker. */
  note(account: string, result: SendResult): boolean
}

/** `now` in milliseconds of a clock that never goes back. */
export function createBreakers(now: () => number = () => performance.now()): Breakers {
  const failures = new Map<string, number[]>()
  const openUntil = new Map<string, number>()
  const openMs = (account: string) => Math.max(0, (openUntil.get(account) ?? 0) - now())
  return {
    openMs,
    note(account, result) {
      // What was under way when the breaker opened does not keep it open for longer.
      if (!speaksAgainstAccount(result) || openMs(account) > 0) return false
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

const speaksAgainstAccount = (result: SendResult) =>
  (result.kind === 'rejected' && result.class === 'account') ||
  (result.kind === 'uncertain' && result.cause === 'http5xx')
