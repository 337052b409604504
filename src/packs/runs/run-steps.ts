// Changes the rows of a run’s steps: how they begin, end, fail and are tried again.
import { append } from '#src/journey/journal/append.ts'
import type { RowStep } from '#src/packs/document/pack.ts'
import { callDeadlineSeconds } from '#src/packs/document/faults/call-faults.ts'
import { waitMsOf } from '#src/packs/document/wait.ts'
import { isBroughtStep, nameOf } from '#src/packs/document/walk.ts'
import { stepKey } from './evidence/evidence.ts'
import {
  moduleCompleted,
  moduleFailed,
  modulePassed,
  moduleRetried,
  moduleSkipped,
  moduleStarted,
} from './kinds.ts'
import { deadlineOf, holdMs } from './rules.ts'
import { noModule, RunState } from './run-state.ts'

/** The party whose answer or work the result of a step depends on. */
export type AwaitedParty = 'client' | 'person' | 'vendor'

export class RunSteps extends RunState {
  /** By step name, the time (epoch ms) until which a step waits; known in the commit in which it begins. */
  protected readonly moments = new Map<string, number>()

  /** `party` is undefined for a step that is computed or waits for time. */
  begin(step: RowStep, round: number, party?: AwaitedParty): void {
    const { now } = this.locked
    const name = nameOf(step)
    const dueAt = this.#dueAt(step)
    const { afresh, again } = this.modules.get(name) ?? noModule
    this.set(name, {
      ...noModule,
      status: 'processing',
      round,
      afresh,
      again,
      startedAt: now,
      deadlineAt: new Date(dueAt),
    })
    const code = party ?? null
    append(this.locked, { kind: moduleStarted, module: name, ref: this.row.id, code, dueAt })
  }

  #dueAt(step: RowStep): number {
    const now = this.locked.now.getTime()
    if (step.kind === 'call') return deadlineOf(now, step.deadlineSeconds ?? callDeadlineSeconds)
    if (step.kind !== 'wait' || step.signal) return deadlineOf(now, step.deadlineSeconds)
    if (step.for !== undefined) return now + (waitMsOf(step.for) ?? 0)
    // A step that was taken back waits until the same time as before.
    return this.moments.get(step.id) ?? this.modules.get(step.id)?.deadlineAt?.getTime() ?? now
  }

  /** Whether a waiting step has what it waits for: its time, or a brought result. */
  hasWaited(name: string): boolean {
    const step = this.stepOf(name)
    if (!isBroughtStep(step)) return false
    if (step.kind !== 'wait' || step.signal) return this.broughtTo(name) !== undefined
    const { deadlineAt } = this.modules.get(name) ?? {}
    return deadlineAt != null && deadlineAt <= this.locked.now
  }

  /** Ends a step that waits for time or for children, at its deadline; false for any other step. */
  endWait(name: string, at: number): boolean {
    const step = this.stepOf(name)
    const isEnded = step?.kind === 'each' || (step?.kind === 'wait' && !step.signal)
    if (!isEnded || !this.isOpen(name)) return false
    this.complete(name, null, at)
    return true
  }

  /**
   * Retries the step as often as the document says, and then marks it as failed. `at` is when the step was due, epoch
   * ms.
   */
  fail(module: string, failureCode: string, at = this.locked.now.getTime()): void {
    const step = this.stepOf(module)
    const { tries = 0, deadlineAt } = this.modules.get(module) ?? {}
    if (failureCode === 'deadline' && step?.optional) return this.skip(module, failureCode, at)
    const { times = 0, delaySeconds = 0 } = step?.retry ?? {}
    const next = at + delaySeconds * 1_000
    if (failureCode !== 'deadline' && tries < times && next < (deadlineAt?.getTime() ?? Infinity))
      return this.#retry(module, tries + 1, failureCode, next)
    const held = step?.onFailure === 'wait' ? { dueAt: at + holdMs } : {}
    this.set(module, {
      status: 'failed',
      endedAt: new Date(at),
      failureCode,
      heldUntil: held.dueAt === undefined ? null : new Date(held.dueAt),
    })
    this.#noteEnd(module, 'failed')
    const about = { module, ref: this.row.id, code: failureCode, at }
    append(this.locked, { kind: moduleFailed, ...about, ...held })
  }

  /** Continues without a failed module that was not repeated; false when nothing waits for it. */
  pass(module: string, at: number): boolean {
    if (!this.modules.get(module)?.heldUntil) return false
    this.set(module, { status: 'failed', heldUntil: null })
    append(this.locked, { kind: modulePassed, module, ref: this.row.id, at })
    return true
  }

  skip(module: string, failureCode: string | null = null, at = this.locked.now.getTime()): void {
    // A module that was skipped at its deadline has ended; one that is no longer needed has not.
    if (failureCode !== null) this.#noteEnd(module, 'skipped')
    this.set(module, { status: 'skipped', endedAt: new Date(at), failureCode })
    append(this.locked, { kind: moduleSkipped, module, ref: this.row.id, code: failureCode, at })
  }

  #retry(module: string, attempt: number, code: string, dueAt: number): void {
    this.set(module, { status: 'processing', tries: attempt })
    const about = { module, ref: this.row.id, attempt, code, dueAt }
    append(this.locked, { kind: moduleRetried, ...about })
  }

  #noteEnd(module: string, status: 'completed' | 'failed' | 'skipped'): void {
    const key = stepKey(module, this.modules.get(module)?.round ?? 1)
    const before = this.evidence.record.events.find((one) => one.key === key)
    this.evidence.note(key, before?.facts ? { facts: before.facts } : {}, status)
  }

  protected complete(
    module: string,
    taken: string | null = null,
    at = this.locked.now.getTime(),
  ): void {
    this.#noteEnd(module, 'completed')
    this.set(module, { status: 'completed', endedAt: new Date(at), taken })
    if (taken !== null) this.takenByRuns.push({ runId: this.row.id, taken })
    append(this.locked, { kind: moduleCompleted, module, ref: this.row.id, at })
  }
}
