// Whether Temporal was away, by what became of nudges: what has backed off meanwhile need not wait any longer then.

export type Outages = {
  note(isSent: boolean): void
  /** Does it once after an outage that is over, and again where it failed; undefined when there was none. */
  afterEnd<T>(work: () => Promise<T>): Promise<T | undefined>
}

/** So many nudges in a row fail for no other reason. */
const failuresMin = 3

export function createOutages(): Outages {
  let failures = 0
  let hasEnded = false
  return {
    note(isSent) {
      if (isSent && failures >= failuresMin) hasEnded = true
      failures = isSent ? 0 : failures + 1
    },
    async afterEnd(work) {
      if (!hasEnded) return undefined
      hasEnded = false
      try {
        return await work()
      } catch (error) {
        hasEnded = true
        throw error
      }
    },
  }
}
