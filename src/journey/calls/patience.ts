// How long a task waits for the call that it has launched: as long as the account usually answers within
// that time, and otherwise not at all.

/** How much the newest call counts. */
const weight = 0.2

export type Patience = {
  /** 0: the account is slower than that on average. */
  waitMs(account: string): number
  note(account: string, durationMs: number): void
  /** How long its calls take; undefined: nobody knows yet. */
  averageMs(account: string): number | undefined
}

export function createPatience(patienceMs: number): Patience {
  const averages = new Map<string, number>()
  return {
    waitMs: (account) => ((averages.get(account) ?? 0) > patienceMs ? 0 : patienceMs),
    averageMs: (account) => averages.get(account),
    note(account, durationMs) {
      const average = averages.get(account) ?? durationMs
      averages.set(account, average + (durationMs - average) * weight)
    },
  }
}

/** Undefined when the work takes longer; it goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), ms)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}
