// The workflow's timer for what is due next: it stays as it is while that is still due at the same time.
import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow'

/** Each look sets the clock by the database's; what differs by no more than this is the same time. */
const sameMs = 100

export class Alarm {
  /** Set when the time has come; taken back by the next `set`. */
  hasRung = false
  #at: number | undefined
  #scope: CancellationScope | undefined

  /** Rings `ms` from now, and at no other time; undefined: never. */
  set(ms: number | undefined, summary: string): void {
    this.hasRung = false
    const at = ms === undefined ? undefined : Date.now() + ms
    if (at === this.#at) return
    if (at !== undefined && this.#at !== undefined && Math.abs(at - this.#at) <= sameMs) return
    this.#scope?.cancel()
    this.#scope = undefined
    this.#at = at
    if (ms === undefined) return
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
