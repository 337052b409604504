// Failed tasks: how often each has failed, and until when it is held, by the workflow's own clock.
import type { Agenda } from '#src/journey/transaction/task.ts'

/** How long a task is held before an agenda states the time. */
const unknownMs = 4_000

/** Spreads the returns of tasks that wait for the same thing. */
export const jittered = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2))

export class Holds {
  readonly #until = new Map<string, number>()
  /** How often each task was held since its last progress. */
  readonly #times = new Map<string, number>()

  /** Failures by our own fault since a task's last progress. */
  readonly #failures = new Map<string, number>()

  /** Whether any failures are counted: a run that continues as a new one would forget them. */
  get isCounting(): boolean {
    return this.#failures.size > 0
  }

  /** Counts a failure, and returns the number so far. */
  countFailure(key: string): number {
    const count = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, count)
    return count
  }

  succeed(key: string): void {
    this.#failures.delete(key)
  }

  has(key: string): boolean {
    return this.#until.has(key)
  }

  /** Each hold is twice as long as the last one, so that a long outage costs little. */
  hold(key: string, agenda: Pick<Agenda, 'holdMs' | 'holdMaxMs'> | null | undefined): void {
    const { holdMs = unknownMs, holdMaxMs = holdMs } = agenda ?? {}
    const held = this.#times.get(key) ?? 0
    this.#times.set(key, held + 1)
    const ms = Math.min(holdMs * 2 ** Math.min(held, 10), Math.max(holdMs, holdMaxMs))
    this.#until.set(key, Date.now() + jittered(ms))
  }

  /** Releases tasks that are no longer open, or were held long enough. */
  keep({ tasks }: Pick<Agenda, 'tasks'>, now: number): void {
    const isOpen = (key: string) => tasks.some((task) => task.key === key)
    for (const [key, until] of this.#until)
      if (until <= now || !isOpen(key)) this.#until.delete(key)
    for (const counts of [this.#times, this.#failures])
      for (const key of counts.keys()) if (!isOpen(key)) counts.delete(key)
  }

  /** The hold that ends first: the task's key, and the end. */
  first(): readonly [key: string, until: number] | undefined {
    return [...this.#until].toSorted(([, one], [, other]) => one - other)[0]
  }
}
