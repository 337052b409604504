// A run under way, as the commit that goes on with it holds it: what happens to it is journaled at once, and
// its rows are saved at the end.
import { newId } from '#src/ids.ts'
import { append } from '#src/journal/append.ts'
import type { Locked } from '#src/transaction/locked.ts'
import type { Pack } from '#workflows/packs/define.ts'
import { nextPackActions, type NextPackActions, type PackRun, packStatus } from './interpret.ts'
import {
  conditionAnswered,
  moduleCompleted,
  moduleFailed,
  moduleSkipped,
  moduleStarted,
  packEnded,
  packStarted,
  packStopped,
  stepDeferred,
} from './kinds.ts'
import { computeTask, deadlineOf, isCondition, isOf, writePin } from './rules.ts'
import type { ModuleRow, Run, ShownRun, Version } from './store.ts'

export class OpenRun {
  readonly pack: Pack
  row: Run
  readonly modules: Map<string, ModuleRow>
  /** Modules whose rows are to be saved. */
  readonly changed = new Set<string>()
  readonly #saved: Run | undefined
  readonly #locked: Locked

  /** A further run, which has no rows yet. */
  static start(
    locked: Locked,
    { name, version, document }: Pick<Version, 'name' | 'version' | 'document'>,
    implicit: boolean,
  ): OpenRun {
    const row = { ...newRow, id: newId(), transactionId: locked.id, name, version, implicit }
    locked.pack = writePin(name, version)
    append(locked, { kind: packStarted, ref: row.id, code: locked.pack })
    return new OpenRun(locked, document, { ...row, startedAt: locked.now }, { isNew: true })
  }

  /** `isNew`: it has no row yet. */
  constructor(
    locked: Locked,
    pack: Pack,
    row: Run,
    { modules = [], isNew = false }: { modules?: readonly ModuleRow[]; isNew?: boolean },
  ) {
    this.#saved = isNew ? undefined : row
    this.#locked = locked
    this.pack = pack
    this.row = row
    this.modules = new Map(modules.map((one) => [one.module, one]))
  }

  get isChanged(): boolean {
    return this.row !== this.#saved || this.changed.size > 0
  }

  get next(): NextPackActions {
    return nextPackActions(this.pack, this.#state)
  }

  get statuses(): ShownRun['statuses'] {
    return Object.fromEntries([...this.modules].map(([key, { status }]) => [key, status]))
  }

  /** As a reader takes it. */
  get shown(): ShownRun {
    return { ...this.row, statuses: this.statuses, lastSeq: this.#locked.lastSeq }
  }

  /** Modules that have begun and not ended, in the order of their begin. */
  get processing(): string[] {
    return [...this.modules.values()]
      .filter(({ status }) => status === 'processing')
      .map(({ module }) => module)
  }

  /** Whether a task tries it again. */
  isDeferred(step: string): boolean {
    return this.#locked.tasks.some(
      (task) => task.task === computeTask && isOf(task, this.row.id, step),
    )
  }

  /** Whether it has not ended yet: nothing of it is written down twice. */
  isOpen(step: string): boolean {
    if (isCondition(step)) return this.row.answers[step] === undefined
    return this.modules.get(step)?.status === 'processing'
  }

  begin(module: string, deadlineSeconds?: number): void {
    const { now } = this.#locked
    const dueAt = deadlineOf(now.getTime(), deadlineSeconds)
    this.#set(module, { status: 'processing', startedAt: now, deadlineAt: new Date(dueAt) })
    append(this.#locked, { kind: moduleStarted, module, ref: this.row.id, dueAt })
  }

  /** What came of a step: whether a module has ended, or what a condition answers. True: it has ended. */
  record(step: string, result: boolean | 'failed'): boolean {
    if (isCondition(step)) this.answer(step, result)
    else if (result === true) this.#complete(step)
    else return false
    return true
  }

  /** `at`: when it was due to fail, epoch ms. */
  fail(module: string, failureCode: string, at = this.#locked.now.getTime()): void {
    this.#set(module, { status: 'failed', endedAt: new Date(at), failureCode })
    append(this.#locked, { kind: moduleFailed, module, ref: this.row.id, code: failureCode, at })
  }

  answer(path: string, answer: boolean | 'failed', at = this.#locked.now.getTime()): void {
    this.row = { ...this.row, answers: { ...this.row.answers, [path]: answer } }
    const code = answer === 'failed' ? answer : answer ? 'yes' : 'no'
    append(this.#locked, { kind: conditionAnswered, ref: this.row.id, reason: path, code, at })
  }

  /** A task tries the step again, until its deadline: a module's began with it. */
  defer(step: string, code: 'internal' | 'unknown-module'): void {
    const about = isCondition(step)
      ? { reason: step, dueAt: deadlineOf(this.#locked.now.getTime()) }
      : { module: step }
    append(this.#locked, { kind: stepDeferred, ref: this.row.id, ...about, code })
  }

  /** The first reason counts. */
  stop(stopReason: string): void {
    if (this.row.stopReason !== null) return
    this.row = { ...this.row, stopReason }
    append(this.#locked, { kind: packStopped, ref: this.row.id, code: stopReason })
  }

  end(skipped: readonly string[]): void {
    const { now } = this.#locked
    for (const module of skipped) {
      this.#set(module, { status: 'skipped', endedAt: now })
      append(this.#locked, { kind: moduleSkipped, module, ref: this.row.id })
    }
    const status = packStatus(this.pack, this.#state)
    this.row = { ...this.row, status, endedAt: now }
    append(this.#locked, { kind: packEnded, ref: this.row.id, code: status })
  }

  #complete(module: string): void {
    this.#set(module, { status: 'completed', endedAt: this.#locked.now })
    append(this.#locked, { kind: moduleCompleted, module, ref: this.row.id })
  }

  get #state(): PackRun {
    const { answers, stopReason } = this.row
    const modules = [...this.modules].map(([key, { status }]) => [key, { status }] as const)
    return {
      modules: Object.fromEntries(modules),
      answers,
      ...(stopReason !== null && { stopped: stopReason }),
    }
  }

  #set(module: string, change: Partial<ModuleRow> & Pick<ModuleRow, 'status'>): void {
    const known = this.modules.get(module) ?? { ...noModule, runId: this.row.id, module }
    this.modules.set(module, { ...known, ...change })
    this.changed.add(module)
  }
}

const newRow = { status: 'processing', stopReason: null, answers: {}, endedAt: null } as const
const noModule = { startedAt: null, deadlineAt: null, endedAt: null, failureCode: null } as const
