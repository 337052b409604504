// How often an account may be called by one process, where its configuration says so. It is a hold and never an
// attempt: who has to wait has not asked.

/** Calls of so long may come at once: what is due together never comes to the millisecond. */
const burstMs = 500

export type Paces = {
  /** Until the next call may be made; 0: it may be made now. */
  waitMs(account: string): number
  /** A call is made. */
  note(account: string): void
}

/** `now` in milliseconds of a clock that never goes back. */
export function createPaces(
  perSecondOf: (account: string) => number | undefined,
  now: () => number = () => performance.now(),
): Paces {
  /** When what was called so far is paid for. */
  const paidAt = new Map<string, number>()
  const gapOf = (account: string) => 1_000 / (perSecondOf(account) ?? Infinity)
  return {
    waitMs(account) {
      const gap = gapOf(account)
      const ahead = (paidAt.get(account) ?? 0) - now()
      return gap === 0 ? 0 : Math.max(0, Math.ceil(ahead - Math.max(0, burstMs - gap)))
    },
    note(account) {
      const gap = gapOf(account)
      if (gap > 0) paidAt.set(account, Math.max(now(), paidAt.get(account) ?? 0) + gap)
    },
  }
}
