// The state of an open run within a commit.
import { withoutTakenBack } from '#src/journey/facts/corrections.ts'
import type { Counted } from '#src/journey/facts/facts.ts'
import { countedFrom, findStep, isNarrow, lastBegun, takenBy } from './evidence/counted.ts'
import type { Limits } from '#src/journey/facts/run-facts.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import type { Pack, RowStep } from '#src/packs/document/pack.ts'
import {
  nextPackActions,
  type NextPackActions,
  type PackRun,
} from '#src/packs/document/interpret.ts'
import { isBroughtStep, rowStepsByName } from '#src/packs/document/walk.ts'
import { type Brought, type BroughtValues, inputStep, measure } from './evidence/brought.ts'
import { Evidence, markOf, stepKey } from './evidence/evidence.ts'
import {
  callTask,
  deadlineTask,
  eachTask,
  isCondition,
  isOf,
  reviewTask,
  roundOf,
} from './rules.ts'
import type { ModuleRow, Run, ShownRun } from './rows.ts'
import type { TakenQuestion } from './evidence/taken.ts'

/**
 * Data stored beside the run’s row; `takenByRuns` covers all runs of the transaction, and is shared within a commit.
 */
type Opened = {
  readonly modules?: readonly ModuleRow[]
  readonly isNew?: boolean
  readonly evidence?: Evidence
  readonly takenByRuns?: TakenQuestion[]
  readonly brought?: BroughtValues
}

export class RunState {
  readonly pack: Pack
  row: Run
  /** Keyed by the name of the step, which is what `name` means throughout this class. */
  readonly modules: Map<string, ModuleRow>
  /** The step that repeats a purchase in this commit, even if it may have happened before. */
  again: string | undefined
  /** The names of the steps whose rows must be saved. */
  readonly changed = new Set<string>()
  /** The evidence of the run. */
  readonly evidence: Evidence
  /** The questions whose answers have completed steps, of all runs of the transaction. */
  protected readonly takenByRuns: TakenQuestion[]
  /** The results that were brought to the run, by step key. */
  readonly brought: Map<string, Brought>
  /** Values by step key that the next `saveRun` writes. */
  readonly unkept = new Map<string, Brought>()
  readonly #saved: Run | undefined
  protected readonly locked: Locked

  /** `isNew` means that the run has no row yet. */
  constructor(
    locked: Locked,
    pack: Pack,
    row: Run,
    { modules = [], isNew = false, evidence = new Evidence(), takenByRuns = [], brought }: Opened,
  ) {
    this.evidence = evidence
    this.brought = new Map(brought)
    this.takenByRuns = takenByRuns
    this.#saved = isNew ? undefined : row
    this.locked = locked
    this.pack = pack
    this.row = row
    this.modules = new Map(modules.map((one) => [one.step, one]))
  }

  /** The present time of the transaction’s clock. */
  get now(): Date {
    return this.locked.now
  }

  /** Whether this commit has started the run. */
  get isNew(): boolean {
    return this.#saved === undefined
  }

  get isChanged(): boolean {
    return (
      this.row !== this.#saved ||
      this.changed.size > 0 ||
      this.evidence.isChanged ||
      this.unkept.size > 0
    )
  }

  get next(): NextPackActions {
    return nextPackActions(this.pack, this.state)
  }

  get statuses(): ShownRun['statuses'] {
    return Object.fromEntries([...this.modules].map(([name, { status }]) => [name, status]))
  }

  /** The run in the form for readers. */
  get shown(): ShownRun {
    const begun = [...this.modules].map(
      ([name, { round, again, startedAt, afresh, taken, failureCode }]) =>
        [name, { round, again, startedAt, afresh, taken, failureCode }] as const,
    )
    return {
      ...this.row,
      statuses: this.statuses,
      begun: Object.fromEntries(begun),
      evidence: this.evidence.record,
      kept: null,
      lastSeq: this.locked.lastSeq,
    }
  }

  /** The modules that have started and not ended, in the order of their start. */
  get processing(): string[] {
    return [...this.modules.values()]
      .filter(({ status }) => status === 'processing')
      .map(({ step }) => step)
  }

  /** The module or wait of that name on the path that the run takes. */
  stepOf(name: string): RowStep | undefined {
    return findStep(this.pack.root, this.row.answers, name)
  }

  /** The result that was brought to the step in its present round, or before the run came to it. */
  broughtTo(name: string): Brought | undefined {
    return this.brought.get(stepKey(name, this.roundOf(name)))
  }

  /** The newest round of a step. */
  roundOf(name: string): number {
    return roundOf(this.modules.get(name))
  }

  /** Adds a value that is saved with the run’s row; false when the run's values would be too large. */
  keep(step: string, value: Values, by: Brought['by']): boolean {
    const key = stepKey(step, 1)
    const before = new Map([...this.brought].filter(([one]) => one !== key))
    const kept = measure(value, { by, at: this.locked.now, before })
    if (!kept) return false
    this.brought.set(key, kept)
    this.unkept.set(step, kept)
    this.evidence.bring()
    return true
  }

  get input(): Values | undefined {
    return this.brought.get(stepKey(inputStep, 1))?.value
  }

  /** The section of a waiting step, with the brought value as its one result; undefined for a module. */
  broughtSection(name: string): ModuleAnswer<unknown> | undefined {
    const { status = 'pending' as const } = this.modules.get(name) ?? {}
    if (!isBroughtStep(rowStepsByName(this.pack.root).get(name))) return undefined
    const isOver = status === 'completed'
    const value = isOver ? this.broughtTo(name)?.value : undefined
    return { moduleStatus: status, results: value ? [value] : [] }
  }

  /** The section for the evidence, in which a brought value is named by a mark and not repeated. */
  named(name: string, section: ModuleAnswer<unknown>): ModuleAnswer<unknown> {
    if (!this.broughtSection(name) || section.results.length === 0) return section
    this.evidence.bring()
    return { ...section, results: [markOf(this.roundOf(name))] }
  }

  /** The limits of what counts for a step. */
  countsFrom(name: string): Counted {
    const step = this.stepOf(name)
    const counted = countedFrom(this.row, step, this.modules.get(name), [
      ...takenBy(this.modules, name),
      ...this.takenByRuns.flatMap(({ runId, taken }) => (runId === this.row.id ? [] : taken)),
    ])
    const { takenBack } = this.locked
    return withoutTakenBack(counted, step?.kind === 'module' ? takenBack[step.module] : undefined)
  }

  /** The limits of facts by module: what the module's last started step counts. */
  get limits(): Limits {
    const last = lastBegun(this.modules.values(), (name) => {
      const step = this.stepOf(name)
      return step?.kind === 'module' ? step.module : undefined
    })
    const counted = [...last].map(([module, name]) => [module, this.countsFrom(name)] as const)
    return Object.fromEntries(counted.filter(([, one]) => isNarrow(one)))
  }

  /** Whether an open task will continue the step. */
  isDeferred(step: string): boolean {
    return this.locked.tasks.some(
      ({ task, ...rest }) =>
        task !== deadlineTask &&
        task !== reviewTask &&
        task !== callTask &&
        task !== eachTask &&
        isOf({ task, ...rest }, this.row.id, step),
    )
  }

  /** Whether a review is open at that position, or anywhere in the run. */
  isAsked(path?: string): boolean {
    return this.locked.tasks.some(
      (task) =>
        task.task === reviewTask &&
        task.ref === this.row.id &&
        (path === undefined || isOf(task, this.row.id, path)),
    )
  }

  /** Whether the step has not ended; nothing is recorded twice. */
  isOpen(step: string): boolean {
    if (isCondition(step)) return this.row.answers[step] === undefined
    return this.modules.get(step)?.status === 'processing'
  }

  hasFailed(name: string): boolean {
    return this.modules.get(name)?.status === 'failed'
  }

  protected takeBack(name: string): void {
    this.set(name, { status: 'pending', heldUntil: null })
  }

  protected get state(): PackRun {
    const { answers, rounds, stopReason, outcome, unansweredStep } = this.row
    const modules = [...this.modules].map(
      ([name, { status, heldUntil }]) => [name, { status, held: heldUntil !== null }] as const,
    )
    return {
      modules: Object.fromEntries(modules),
      answers,
      rounds,
      ...(stopReason !== null && {
        stopped: {
          reason: stopReason,
          ...(outcome && { outcome }),
          ...(unansweredStep && { unansweredStep }),
        },
      }),
    }
  }

  protected set(step: string, change: Partial<ModuleRow> & Pick<ModuleRow, 'status'>): void {
    const known = this.modules.get(step) ?? { ...noModule, runId: this.row.id, step }
    this.modules.set(step, { ...known, ...change })
    this.changed.add(step)
  }
}

export const noModule = {
  round: 1,
  afresh: false,
  again: 0,
  taken: null,
  tries: 0,
  startedAt: null,
  deadlineAt: null,
  heldUntil: null,
  endedAt: null,
  failureCode: null,
} as const

export const newRow = {
  status: 'processing',
  outcome: null,
  stopReason: null,
  decidedBy: null,
  unansweredStep: null,
  answers: {},
  rounds: {},
  roundsBegun: 0,
  endedAt: null,
} as const
