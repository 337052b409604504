// Tasks that have failed: how often, and until when they are left alone, by the workflow's own clock.
import type { Agenda } from '#src/journey/transaction/task.ts'

/** How long a task is held while no agenda has said how long. */
const unknownMs = 4_000

/** Those who wait for the same thing must not come back in the same moment. */
export const jittered = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2))

export class Holds {
  readonly #until = new Map<string, number>()
  /** How often each was held since it last got anywhere. */
  readonly #times = new Map<string, number>()

  /** Failures by a fault of ours since a task last got anywhere. */
  readonly #failures = new Map<string, number>()

  /** Whether any failures are counted: a run that continues as a new one would forget them. */
  get isCounting(): boolean {
    return this.#failures.size > 0
  }

  /** How often it has failed by now. */
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

  /** Twice as long each time, so that an outage costs ever less. */
  hold(key: string, agenda: Pick<Agenda, 'holdMs' | 'holdMaxMs'> | null | undefined): void {
    const { holdMs = unknownMs, holdMaxMs = holdMs } = agenda ?? {}
    const held = this.#times.get(key) ?? 0
    this.#times.set(key, held + 1)
    const ms = Math.min(holdMs * 2 ** Math.min(held, 10), Math.max(holdMs, holdMaxMs))
    this.#until.set(key, Date.now() + jittered(ms))
  }

  /** What is open no more, or was held long enough, is held no longer. */
  keep({ tasks }: Pick<Agenda, 'tasks'>, now: number): void {
    const isOpen = (key: string) => tasks.some((task) => task.key === key)
    for (const [key, until] of this.#until)
      if (until <= now || !isOpen(key)) this.#until.delete(key)
    for (const counts of [this.#times, this.#failures])
      for (const key of counts.keys()) if (!isOpen(key)) counts.delete(key)
  }

  /** The one that is over first: its key, and until when. */
  first(): readonly [key: string, until: number] | undefined {
    return [...this.#until].toSorted(([, one], [, other]) => one - other)[0]
  }
}
