// The transaction's workflow between two waits: its folded state, its clock, and the steps under way.
// All that it does to the world is ask activities; all that it learns are journal entries.
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  isCancellation,
} from '@temporalio/workflow'
import type { Look } from '#activities/signatures.ts'
import type { Entry } from '#src/journal/entry.ts'
import { writePin } from '#src/packs/rules.ts'
import { Alarm } from './alarm.ts'
import { quick } from './calls.ts'
import { fold, hasGap, type State } from './fold.ts'
import type { Pack } from './packs/define.ts'
import { nextSteps, type Step } from './steps.ts'
import { giveUp, isSlow, perform } from './stories.ts'

/** How long a step that failed, or changed nothing, is left alone. */
const holdMs = 5_000
/** Failures of one step, outages not counted, before its story is given up. */
const failuresMax = 5

export class Journey {
  readonly id: string
  state: State
  /** Set by the nudge signal, and by whatever shows that the journal is longer than we know. */
  nudged = true
  /** Set when a step that ran beside the others has ended. */
  settled = false
  idleMs = 0
  historyMax = Number.POSITIVE_INFINITY
  /** Said by the look: recorded histories without it have armed a timer for each wait. */
  keepsAlarm = false
  readonly alarm = new Alarm()
  readonly running = new Set<string>()
  readonly #documents = new Map<string, Pack>()
  readonly #held = new Map<string, number>()
  readonly #failures = new Map<string, number>()
  #clock = { now: 0, taken: 0 }

  constructor(id: string, state: State) {
    this.id = id
    this.state = state
  }

  /** The transaction's clock: what the last look said, and what has passed since. */
  now(): number {
    return this.#clock.now + (Date.now() - this.#clock.taken)
  }

  steps(): Step[] {
    return nextSteps(this.state, this.#documents, this.running)
  }

  dueAt(step: Step): number {
    return Math.max(step.dueAt ?? 0, this.#held.get(step.key) ?? 0)
  }

  /** Does one thing that is due; false when nothing is. */
  async turn(): Promise<boolean> {
    // Nothing is told by half of the journal: what the other half has decided would be decided anew.
    while (this.nudged) await this.look()
    // Without a look the clock is not known: nothing is told until one succeeds.
    if (this.lookAt() !== undefined) return false
    for (const step of this.steps()) {
      if (this.dueAt(step) > this.now()) continue
      if (!isSlow(step)) {
        await this.tell(step)
        return true
      }
      this.running.add(step.key)
      // A cancelled workflow has ended with the wait of its loop.
      void this.tellBeside(step).catch(rethrowOthers)
    }
    return this.settleClock()
  }

  async look(): Promise<void> {
    this.nudged = false
    let found: Look
    try {
      found = await quick('look').look({ id: this.id, after: this.state.seq })
    } catch (error) {
      // Postgres is away: try again on a timer of the workflow, not inside a task.
      rethrowCancellation(error)
      this.hold('look')
      return
    }
    // Not caught: an entry of an unknown kind fails the workflow task until the worker is new.
    this.take(found)
  }

  /** When a look failed, it is tried again at this time of the transaction's clock. */
  lookAt(): number | undefined {
    return this.#held.get('look')
  }

  /** When settling the clock failed, it is tried again at this time of the transaction's clock. */
  settleAt(): number | undefined {
    const at = this.#held.get('clock')
    // Once that is over, what it waits for wakes the workflow.
    return this.state.clockMove === null || at === undefined || at <= this.now() ? undefined : at
  }

  private take({ now, idleMs, historyMax, entries, more, documents = [], keepsAlarm }: Look): void {
    this.#held.delete('look')
    this.keepsAlarm ||= keepsAlarm ?? false
    for (const document of documents)
      this.#documents.set(writePin(document.name, document.version), document)
    this.#clock = { now, taken: Date.now() }
    this.idleMs = idleMs
    this.historyMax = historyMax
    this.nudged ||= more
    this.fold(entries)
  }

  private fold(entries: readonly Entry[]): void {
    this.state = fold(this.state, entries)
    if (hasGap(this.state, entries)) this.nudged = true
  }

  private async tellBeside(step: Step): Promise<void> {
    await this.tell(step)
    this.running.delete(step.key)
    this.settled = true
  }

  private async tell(step: Step): Promise<void> {
    let entries: readonly Entry[]
    try {
      entries = await perform(this.id, step, this.#documents)
    } catch (error) {
      rethrowCancellation(error)
      return this.fail(step, error)
    }
    this.fold(entries)
    if (entries.length > 0 || step.kind === 'read-pack') this.#failures.delete(step.key)
    else await this.fail(step)
  }

  /**
   * The journal knows better what became of a step that failed or changed nothing, and a look sets the
   * clock right; one that keeps failing is given up.
   */
  private async fail(step: Step, error?: unknown): Promise<void> {
    this.hold(step.key)
    this.nudged = true
    const failures = (this.#failures.get(step.key) ?? 0) + (isOutage(error) ? 0 : 1)
    this.#failures.set(step.key, failures)
    if (failures < failuresMax) return
    try {
      this.fold(await giveUp(this.id, step))
    } catch (again) {
      rethrowCancellation(again)
    }
  }

  /** Once everything due has fired, the move of the sandbox clock is answered. */
  private async settleClock(): Promise<boolean> {
    const { clockMove } = this.state
    if (clockMove === null || this.running.size > 0 || this.nudged) return false
    // What is due and was held back after a failure has not fired yet.
    const now = this.now()
    if (this.steps().some(({ dueAt }) => dueAt !== null && dueAt <= now)) return false
    if (this.settleAt() !== undefined) return false
    try {
      this.fold(await quick('clock settled').settleClock({ id: this.id, seq: clockMove }))
      return true
    } catch (error) {
      rethrowCancellation(error)
      this.hold('clock')
      return false
    }
  }

  private hold(key: string): void {
    this.#held.set(key, this.now() + holdMs)
  }
}

function rethrowCancellation(error: unknown): void {
  if (isCancelled(error)) throw error
}

function rethrowOthers(error: unknown): void {
  if (!isCancelled(error)) throw error
}

const isCancelled = (error: unknown) => error instanceof CancelledFailure || isCancellation(error)

/** An outage is waited for, however long; anything else is a fault of ours. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false
  const { cause } = error
  return !(cause instanceof ApplicationFailure) || cause.type === 'unavailable'
}
