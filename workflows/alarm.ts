// The workflow's timer for the next due task; it is kept if the time stays the same.
import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow'

/** Each answer sets the clock to the database's, so a time may move slightly: within these limits the timer is kept. */
const soonerMs = 100
const laterMs = 20

export class Alarm {
  /** Whether the time has come; the next `set` resets it. */
  hasRung = false
  #at: number | undefined
  #scope: CancellationScope | undefined

  /** Replaces the previous timer by one after `ms`; it rings at once for 0, and never for Infinity. */
  set(ms: number, summary: string): void {
    this.hasRung = ms <= 0
    if (this.hasRung) return
    const at = ms === Infinity ? undefined : Date.now() + ms
    if (at === this.#at) return
    const sooner = (at ?? Infinity) - (this.#at ?? Infinity)
    if (sooner <= soonerMs && sooner >= -laterMs) return
    this.#scope?.cancel()
    this.#scope = undefined
    this.#at = at
    if (at === undefined) return
    const scope = new CancellationScope()
    this.#scope = scope
    void scope
      .run(() => sleep(ms, { summary }))
      .then(() => this.#ring(scope))
      .catch((error: unknown) => {
        if (!isCancellation(error)) throw error
      })
  }

  #ring(scope: CancellationScope): void {
    if (this.#scope !== scope) return
    this.#scope = undefined
    this.#at = undefined
    this.hasRung = true
  }
}
