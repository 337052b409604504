// The workflow's timer for what is due next: it stays as it is while that is still due at the same time.
import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow'

/** Each answer sets the clock by the database's: ringing so much sooner or later is the same time. */
const soonerMs = 100
const laterMs = 20

export class Alarm {
  /** Set when the time has come; taken back by the next `set`. */
  hasRung = false
  #at: number | undefined
  #scope: CancellationScope | undefined

  /** Rings `ms` from now, and at no other time; at once without a timer; infinite: never. */
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
