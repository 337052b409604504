// Changes an open run within a commit: changes are journaled at once, and its rows are saved at the end.
import { newId } from '#src/platform/ids.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { Step } from '#src/packs/document/pack.ts'
import {
  type ConditionAnswer,
  isBroughtStep,
  nameOfStep,
  rowNamesOf,
  rowStepsByName,
  stepAt,
} from '#src/packs/document/walk.ts'
import { conditionKey, type Evidence, stepKey } from './evidence/evidence.ts'
import { isDecidedByPerson } from '#src/packs/document/decided-by.ts'
import { listBehind } from '#src/packs/document/behind.ts'
import { packStatus, type Stopped } from '#src/packs/document/interpret.ts'
import { takeBack } from '#src/packs/document/rounds.ts'
import { answersAt, verdictAt, withoutOpenTables } from '#src/packs/document/decision-table.ts'
import {
  conditionAnswered,
  tableAnswered,
  moduleReopened,
  packDecided,
  packEnded,
  packStarted,
  packStopped,
  personAnswered,
  personAsked,
  roundBegan,
  roundLeft,
  stepDeferred,
} from './kinds.ts'
import { deadlineOf, isCondition, runRoundsMax, tooManyRounds, writePin } from './rules.ts'
import { newRow } from './run-state.ts'
import { inputStep } from './evidence/brought.ts'
import { RunSteps } from './run-steps.ts'
import type { StepResult } from './step-result.ts'
import type { LiveVersion } from './versions.ts'

/** `implicit` is set when the first query of the pack starts the run; `input` fits the schema of the version. */
export type Starting = { readonly implicit: boolean; readonly input?: Values }

export class OpenRun extends RunSteps {
  /** Starts a further run, which has no rows yet. */
  static start(
    locked: Locked,
    { version: { owner, name, version, document }, shadow }: LiveVersion,
    { implicit, input }: Starting,
  ): OpenRun {
    const { id: transactionId, tenant, mode } = locked
    const named = { owner, name, version, shadow: shadow ?? null, implicit }
    const row = { ...newRow, ...named, id: newId(), transactionId, tenant, mode }
    locked.pack = writePin(name, version)
    locked.outcome = null
    append(locked, { kind: packStarted, ref: row.id, code: locked.pack })
    const run = new OpenRun(locked, document, { ...row, startedAt: locked.now }, { isNew: true })
    if (input) run.keep(inputStep, input, 'client')
    return run
  }

  askPerson(path: string, dueAt: number): void {
    append(this.locked, { kind: personAsked, ref: this.row.id, reason: path, dueAt })
  }

  /** Records a person’s decision at a review step; a run that has ended continues from there. */
  answerReview(path: string, isApproved: boolean): void {
    if (this.row.endedAt !== null) this.#open([], () => false)
    const key = conditionKey(path, this.row.rounds)
    this.evidence.note(key, {})
    this.evidence.answer(key, isApproved)
    const inside = Object.entries(this.row.answers).filter(([one]) => !one.startsWith(`${path}/`))
    this.row = { ...this.row, answers: { ...Object.fromEntries(inside), [path]: isApproved } }
    const code = isApproved ? 'approved' : 'rejected'
    append(this.locked, { kind: personAnswered, ref: this.row.id, reason: path, code })
  }

  /** Records the result of a step; true when the step has ended. */
  record(step: string, result: StepResult): boolean {
    if (typeof result === 'object' && 'taken' in result) this.complete(step, result.taken)
    else if (typeof result === 'object' && 'failed' in result) this.fail(step, result.failed)
    else if (typeof result === 'object' && 'dueAt' in result) this.#wait(step, result.dueAt)
    else if (typeof result === 'object') this.#answerTable(step, result)
    else if (result === 'skipped') this.skip(step, 'nothing-to-ask')
    else if (isCondition(step)) this.answer(step, result)
    else if (result === 'failed' || result === 'unanswered') this.fail(step, 'failed')
    else if (result) this.complete(step)
    else return false
    return true
  }

  /** Records the data from which a condition was evaluated or a module computed. */
  noteEvidence(step: string, refs: Parameters<Evidence['note']>[1]): void {
    const key = isCondition(step)
      ? conditionKey(step, this.row.rounds)
      : stepKey(step, this.modules.get(step)?.round ?? 1)
    this.evidence.note(key, refs)
  }

  answer(path: string, answer: ConditionAnswer, at = this.locked.now.getTime()): void {
    const key = conditionKey(path, this.row.rounds)
    // Marks a condition that could not be computed, so that a backtest does not compute it from the evidence.
    if (answer === 'failed') this.evidence.note(key, {}, answer)
    if (stepAt(this.pack.root, path)?.kind === 'decide') return this.#answerTable(path, answer, at)
    this.evidence.answer(key, answer)
    this.row = { ...this.row, answers: { ...this.row.answers, [path]: answer } }
    const code = typeof answer === 'string' ? answer : answer ? 'yes' : 'no'
    append(this.locked, { kind: conditionAnswered, ref: this.row.id, reason: path, code, at })
  }

  /** Notes until when the waiting step at the position waits; the step begins in the same commit. */
  #wait(path: string, dueAt: number): void {
    const step = stepAt(this.pack.root, path)
    if (step) this.moments.set(nameOfStep(step, path), dueAt)
    this.answer(path, true)
  }

  /** Records the answers of a table’s rows; if the table could not be evaluated, no row was. */
  #answerTable(
    path: string,
    answers: ConditionAnswer | readonly ConditionAnswer[],
    at = this.locked.now.getTime(),
  ): void {
    const given = answersAt(this.pack.root, path, answers)
    this.evidence.answer(conditionKey(path, this.row.rounds), answers)
    this.row = { ...this.row, answers: { ...this.row.answers, ...given } }
    const row = verdictAt(this.pack.root, path, given)?.name ?? null
    append(this.locked, { kind: tableAnswered, ref: this.row.id, reason: path, code: row, at })
  }

  /** Leaves the step to a task that retries it until its deadline; a module’s deadline has begun already. */
  defer(step: string, code: 'internal' | 'unknown-module'): void {
    const about = isCondition(step)
      ? { reason: step, dueAt: deadlineOf(this.locked.now.getTime()) }
      : { module: step }
    append(this.locked, { kind: stepDeferred, ref: this.row.id, ...about, code })
  }

  /** Starts another round of the repeat step at `path`. */
  beginRound(path: string, round: number): void {
    const roundsBegun = this.row.roundsBegun + 1
    this.row = { ...this.row, roundsBegun }
    if (roundsBegun > runRoundsMax) return this.stop(tooManyRounds)
    const { modules, answers, rounds } = takeBack(this.pack, this.row, path, round)
    for (const module of modules) if (this.modules.has(module)) this.takeBack(module)
    this.row = { ...this.row, answers, rounds }
    append(this.locked, { kind: roundBegan, ref: this.row.id, reason: path, attempt: round })
  }

  leaveRound(path: string): void {
    append(this.locked, { kind: roundLeft, ref: this.row.id, reason: path })
  }

  /** Only the first stop counts. */
  stop({ reason, outcome, unansweredStep }: Stopped): void {
    if (this.row.stopReason !== null) return
    this.row = {
      ...this.row,
      stopReason: reason,
      outcome: outcome ?? null,
      unansweredStep: unansweredStep ?? null,
    }
    append(this.locked, { kind: packStopped, ref: this.row.id, code: outcome ?? null, reason })
  }

  /** Ends the run; `outputs` are those that its last event carries. */
  end(outputs: Readonly<Record<string, string | boolean>> = {}): void {
    // A cancelled run counts as completed, even if something failed before.
    const isCancelled = this.row.outcome === cancelled
    const status = isCancelled ? 'completed' : packStatus(this.pack, this.state)
    const { stopped } = this.state
    const isByPerson = stopped && isDecidedByPerson(this.pack.root, this.row.answers, stopped)
    const decidedBy = isByPerson ? 'review-step' : null
    this.row = { ...this.row, status, decidedBy, endedAt: this.locked.now }
    this.#showOutcome(this.row.outcome ?? status)
    const { name, version, outcome } = this.row
    const told = {
      pack: name,
      version,
      ...(outcome !== null && { outcome }),
      ...(Object.keys(outputs).length > 0 && { outputs }),
    }
    append(this.locked, { kind: packEnded, ref: this.row.id, code: status, told })
  }

  /** Replaces the outcome by a person’s decision. */
  decide(outcome: string): void {
    this.row = { ...this.row, outcome, decidedBy: 'review' }
    this.#showOutcome(outcome)
    append(this.locked, { kind: packDecided, ref: this.row.id, code: outcome })
  }

  /**
   * Reopens the run for a failed module, with the steps that its failure had skipped; false when the module has not
   * failed. The steps behind it are evaluated and computed again.
   */
  reopen(module: string, isComputed: (name: string) => boolean): boolean {
    if (!this.hasFailed(module)) return false
    this.#open([module], isComputed)
    return true
  }

  /** Reopens the run for modules that a person wants repeated, so that their earlier results do not count. */
  askAgain(modules: readonly string[], isComputed: (name: string) => boolean, path?: string): void {
    const brought = withFallbacks(this.pack.root, modules).filter((one) => this.modules.has(one))
    const all = [...new Set([...modules, ...brought])]
    this.#open(all, isComputed)
    if (path !== undefined)
      append(this.locked, { kind: personAnswered, ref: this.row.id, reason: path, code: 'again' })
    for (const name of all) this.set(name, { status: 'pending', afresh: true })
    for (const name of new Set(brought)) this.#beginAgain(name)
  }

  /** Begins a new round, for which a result must be brought again; an earlier result stays with its own round. */
  #beginAgain(name: string): void {
    const again = (this.modules.get(name)?.again ?? 0) + 1
    this.set(name, { status: 'pending', again, startedAt: null, heldUntil: null })
    // Drops the stored answer, so that the time until which the step waits is computed again.
    const { answers } = this.row
    const left = Object.entries(answers).filter(([path]) => !isMoment(this.pack.root, path, name))
    this.row = { ...this.row, answers: Object.fromEntries(left) }
  }

  /** Operators see the outcome of the pack that was started last. */
  #showOutcome(outcome: string | null): void {
    if (this.locked.pack === writePin(this.row.name, this.row.version))
      this.locked.outcome = outcome
  }

  #open(modules: readonly string[], isComputed: (name: string) => boolean): void {
    this.#showOutcome(null)
    for (const { step, status, failureCode } of this.modules.values())
      if (modules.includes(step) || (status === 'skipped' && failureCode === null))
        this.takeBack(step)
    const { answers: before } = this.row
    let answers = Object.entries(modules.length > 0 ? withoutOpenTables(before) : before)
    for (const module of modules) {
      const behind = listBehind(this.pack.root, this.row.answers, module)
      for (const name of behind.modules)
        if (isComputed(name) && this.modules.has(name)) this.takeBack(name)
      answers = answers.filter(
        ([path, answer]) => !behind.isBehind(path) && typeof answer === 'boolean',
      )
    }
    this.evidence.reopen()
    this.row = {
      ...this.row,
      answers: Object.fromEntries(answers),
      status: 'processing',
      endedAt: null,
      stopReason: null,
      decidedBy: null,
      unansweredStep: null,
      outcome: null,
    }
    for (const module of modules)
      append(this.locked, { kind: moduleReopened, module, ref: this.row.id })
  }
}

/** The steps that take a brought result, and the calls that replace them as fallbacks. */
function withFallbacks(root: Step, names: readonly string[]): string[] {
  const steps = rowStepsByName(root)
  return names.flatMap((name) => {
    const step = steps.get(name)
    return isBroughtStep(step) ? rowNamesOf(step) : []
  })
}

/** Whether the condition at the position gives the time until which the step waits. */
function isMoment(root: Step, path: string, name: string): boolean {
  const step = stepAt(root, path)
  return step?.kind === 'wait' && step.id === name
}

export const cancelled = 'cancelled'
