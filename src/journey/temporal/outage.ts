// Whether Temporal was away, by what became of nudges: what has backed off meanwhile need not wait any longer then.

export type Outages = {
  note(isSent: boolean): void
  /** True once after an outage that is over. */
  takeEnd(): boolean
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
    takeEnd() {
      const taken = hasEnded
      hasEnded = false
      return taken
    },
  }
}
