// The state of an open run within a commit, and how it is read.
import type { Counted } from '#src/journey/capabilities/module.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { ModuleStep, Pack } from '#src/packs/document/pack.ts'
import { stepsTaken } from '#src/packs/document/walk.ts'
import {
  nextPackActions,
  type NextPackActions,
  type PackRun,
} from '#src/packs/document/interpret.ts'
import { Evidence } from './evidence.ts'
import { deadlineTask, isCondition, isOf, reviewTask } from './rules.ts'
import type { ModuleRow, Run, ShownRun } from './rows.ts'

export class RunState {
  readonly pack: Pack
  row: Run
  readonly modules: Map<string, ModuleRow>
  /** Of this commit: the module that is to buy again what may have been bought. */
  again: string | undefined
  /** Modules whose rows are to be saved. */
  readonly changed = new Set<string>()
  /** What it saw. */
  readonly evidence: Evidence
  readonly #saved: Run | undefined
  protected readonly locked: Locked

  /** `isNew`: it has no row yet. */
  constructor(
    locked: Locked,
    pack: Pack,
    row: Run,
    {
      modules = [],
      isNew = false,
      evidence = new Evidence(),
    }: { modules?: readonly ModuleRow[]; isNew?: boolean; evidence?: Evidence },
  ) {
    this.evidence = evidence
    this.#saved = isNew ? undefined : row
    this.locked = locked
    this.pack = pack
    this.row = row
    this.modules = new Map(modules.map((one) => [one.module, one]))
  }

  /** Whether this commit has started it. */
  get isNew(): boolean {
    return this.#saved === undefined
  }

  get isChanged(): boolean {
    return this.row !== this.#saved || this.changed.size > 0 || this.evidence.isChanged
  }

  get next(): NextPackActions {
    return nextPackActions(this.pack, this.state)
  }

  get statuses(): ShownRun['statuses'] {
    return Object.fromEntries([...this.modules].map(([key, { status }]) => [key, status]))
  }

  /** As a reader takes it. */
  get shown(): ShownRun {
    const begun = [...this.modules].map(
      ([key, { round, startedAt, afresh }]) => [key, { round, startedAt, afresh }] as const,
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

  /** Modules that have begun and not ended, in the order of their begin. */
  get processing(): string[] {
    return [...this.modules.values()]
      .filter(({ status }) => status === 'processing')
      .map(({ module }) => module)
  }

  /** How the document says that a module runs, where the run comes to it. */
  stepOf(module: string): ModuleStep | undefined {
    for (const [, step] of stepsTaken(this.pack.root, this.row.answers))
      if (step.kind === 'module' && step.module === module) return step
    return undefined
  }

  /** What counts of a module, where not all does. */
  countsFrom(module: string): Counted {
    return countedFrom(this.stepOf(module), this.modules.get(module))
  }

  /** Whether a task goes on with it. */
  isDeferred(step: string): boolean {
    return this.locked.tasks.some(
      ({ task, ...rest }) =>
        task !== deadlineTask && task !== reviewTask && isOf({ task, ...rest }, this.row.id, step),
    )
  }

  /** Whether a person was asked at that place; without one: anywhere in the run. */
  isAsked(path?: string): boolean {
    return this.locked.tasks.some(
      (task) =>
        task.task === reviewTask &&
        task.ref === this.row.id &&
        (path === undefined || isOf(task, this.row.id, path)),
    )
  }

  /** Whether it has not ended yet: nothing of it is written down twice. */
  isOpen(step: string): boolean {
    if (isCondition(step)) return this.row.answers[step] === undefined
    return this.modules.get(step)?.status === 'processing'
  }

  hasFailed(module: string): boolean {
    return this.modules.get(module)?.status === 'failed'
  }

  protected takeBack(module: string): void {
    this.set(module, { status: 'pending', heldUntil: null })
  }

  protected get state(): PackRun {
    const { answers, rounds, stopReason, outcome, unansweredStep } = this.row
    const modules = [...this.modules].map(
      ([key, { status, heldUntil }]) => [key, { status, held: heldUntil !== null }] as const,
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

  protected set(module: string, change: Partial<ModuleRow> & Pick<ModuleRow, 'status'>): void {
    const known = this.modules.get(module) ?? { ...noModule, runId: this.row.id, module }
    this.modules.set(module, { ...known, ...change })
    this.changed.add(module)
  }
}

/**
 * Of a fresh step what came after it began, and of a repeated one, or one that a person wants anew, what came after its
 * round did.
 */
export function countedFrom(
  step: ModuleStep | undefined,
  { startedAt = null, round = 1, afresh = false }: Partial<ShownRun['begun'][string]> = {},
): Counted {
  const demanded = step?.purpose ? { purpose: step.purpose } : {}
  const isFresh = step?.fresh === true || afresh
  if (startedAt === null || (!isFresh && round === 1)) return demanded
  return { since: startedAt, ...(isFresh && round === 1 && { fresh: true }), ...demanded }
}

export const noModule = {
  round: 1,
  afresh: false,
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
