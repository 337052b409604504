// The agenda of one transaction between two waits: what was told, what runs, what is held after a failure.
// Local activities run strictly one after another, so each answer replaces all that was known.
import { patched, sleep } from '@temporalio/workflow'
import type { Agenda, Task } from '#src/journey/transaction/task.ts'
import { ask, countsAsFailure, rethrowOthers, runEngine, runLocal } from './calls.ts'

/** Until the agenda is read again when it could not be, at first and at most: nobody has said how long then. */
const readAgainMs = 300
const readAgainMaxMs = 4_000

/** Local work of one workflow task, by the database's clock: then the task ends, before its time is up. */
const taskMs = 2_000

export class Executor {
  /** Null: the transaction is gone, or the workflow may close. Undefined: nothing is known. */
  agenda: Agenda | null | undefined
  /** Something may have changed since the agenda was read: the workflow was woken, or an engine task has ended. */
  mustRead = true
  readonly running = new Set<string>()
  /**
   * Whether activities are named by what they do, and all search attributes written: by the first answer of the run,
   * because one that code of before has begun is told by its names to the end.
   */
  isNamed: boolean | undefined
  /** The last entry that this run of the workflow was told. */
  #after: number | null = null
  #takenAt = 0
  #readHeldUntil: number | undefined
  #readsFailed = 0
  /** What the database's clock said first in this workflow task. */
  #begunAt: number | undefined
  #isSpent = false
  readonly #heldUntil = new Map<string, number>()
  /** How often each was held since it last got anywhere. */
  readonly #holds = new Map<string, number>()
  readonly #failures = new Map<string, number>()
  /** Engine tasks that have failed, to be looked at between two local activities. */
  readonly #broken: { readonly key: string; readonly error: unknown }[] = []

  readonly id: string
  constructor(id: string) {
    this.id = id
  }

  /** The row counts on it no longer: it ends, unless something comes meanwhile. */
  get isClosed(): boolean {
    return this.agenda?.closed === true
  }

  get isIdle(): boolean {
    return !this.#readHeldUntil && this.agenda?.tasks.length === 0 && this.running.size === 0
  }

  /** Does one thing; false when there is nothing to do but wait. */
  async turn(): Promise<boolean> {
    for (;;) {
      const broken = this.#broken.shift()
      if (broken) await this.#fail(broken.key, broken.error)
      else if (!this.mustRead) break
      else if (!(await this.#read())) return false
    }
    const task = this.#next()
    if (task?.lane === 'local') await this.#perform(task)
    else if (task) void this.#performBeside(task)
    return task !== undefined
  }

  /** How long until something is due, or held no longer; a time that has gone by is over at once. */
  waitMs(): number {
    const now = Date.now()
    if (this.#readHeldUntil !== undefined) return this.#readHeldUntil - now
    if (!this.agenda) return Infinity
    if (this.isIdle) return this.agenda.idleMs
    const { armedAt, now: toldNow } = this.agenda
    const armedMs = armedAt === null ? Infinity : armedAt - toldNow - (now - this.#takenAt)
    return Math.min(armedMs, ...[...this.#heldUntil.values()].map((until) => until - now))
  }

  /** What will be due when that time is over. */
  saysNext(): string {
    if (this.#readHeldUntil !== undefined) return 'read the agenda again'
    if (this.isIdle) return 'close when idle'
    const { tasks = [], armedAt = null } = this.agenda ?? {}
    const next = tasks.find(({ dueAt }) => dueAt === armedAt)
    const held = [...this.#heldUntil].toSorted(([, one], [, other]) => one - other)[0]
    const again = held && tasks.find(({ key }) => key === held[0])
    const ofHeld = again && `again: ${again.does ?? again.task}`
    const isHeldFirst = held && this.waitMs() >= held[1] - Date.now()
    return (isHeldFirst && ofHeld) || next?.does || next?.task || 'next'
  }

  /** A timer, a signal or an ended activity has come: that is another workflow task. */
  beginTask(): void {
    this.#begunAt = undefined
    this.#isSpent = false
  }

  /** Closes when the agenda is still empty. What comes while that is written makes the server refuse the close. */
  async closeIdle(): Promise<void> {
    try {
      const { id } = this
      const after = this.#after ?? 0
      const closing = await this.#local(() => ask('close when idle').closeAgenda({ id, after }))
      if (closing.closed) this.agenda = null
      else this.#take(closing.agenda)
    } catch (error) {
      rethrowOthers(error)
      this.#holdReading()
    }
  }

  async #read(): Promise<boolean> {
    this.mustRead = false
    try {
      const { id, running } = this
      const closes = running.size === 0 ? { closes: true as const } : {}
      const asked = { id, after: this.#after, named: true as const, ...closes }
      this.#take(await this.#local(() => ask('agenda').readAgenda(asked)))
      this.#readHeldUntil = undefined
      this.#readsFailed = 0
      return true
    } catch (error) {
      rethrowOthers(error)
      this.#holdReading()
      return false
    }
  }

  #holdReading(): void {
    const ms = Math.min(readAgainMs * 2 ** this.#readsFailed, readAgainMaxMs)
    this.#readsFailed += 1
    this.#readHeldUntil = Date.now() + jittered(ms)
  }

  /** After enough of them in one workflow task the next local activity begins in another. */
  async #local<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isSpent && patched('pause')) {
      await sleep(1, { summary: 'pause' })
      this.beginTask()
    }
    try {
      return await call()
    } catch (error) {
      // It may have taken all the time that it had.
      this.#isSpent = true
      throw error
    }
  }

  #take(told: Agenda | null | undefined): void {
    this.agenda = told
    if (!told) return
    this.isNamed ??= told.named === true
    this.#after = told.entries.at(-1)?.seq ?? told.seq
    this.#takenAt = Date.now()
    this.#begunAt ??= told.now
    this.#isSpent = Math.abs(told.now - this.#begunAt) >= taskMs
    const isOpen = (key: string) => told.tasks.some((task) => task.key === key)
    for (const [key, until] of this.#heldUntil)
      if (until <= this.#takenAt || !isOpen(key)) this.#heldUntil.delete(key)
    for (const key of this.#holds.keys()) if (!isOpen(key)) this.#holds.delete(key)
  }

  /** The first that was due when the agenda was read: by the database's time, never by the workflow's own. */
  #next(): Task | undefined {
    if (!this.agenda || this.#readHeldUntil !== undefined) return undefined
    const { tasks, now } = this.agenda
    const due = tasks.filter(({ key, dueAt }) => dueAt <= now && !this.running.has(key))
    const mayLast =
      this.running.size === 0 &&
      due.every(({ last }) => last) &&
      tasks.every(({ leased }) => !leased)
    return due
      .filter(({ key, last }) => !this.#heldUntil.has(key) && (!last || mayLast))
      .toSorted((one, other) => one.dueAt - other.dueAt)[0]
  }

  async #perform(task: Task): Promise<void> {
    const { key } = task
    this.running.add(key)
    try {
      this.#take(await this.#local(() => runLocal(this.#named(task), this.#asked(key))))
      this.#failures.delete(key)
      // What has neither failed nor ended would otherwise be begun again at once, for ever.
      if (this.agenda?.tasks.some((one) => one.key === key)) this.#hold(key)
    } catch (error) {
      await this.#fail(key, error)
    }
    this.running.delete(key)
  }

  async #performBeside(task: Task): Promise<void> {
    const { key } = task
    this.running.add(key)
    try {
      await runEngine(this.#named(task), this.#asked(key))
      this.#failures.delete(key)
    } catch (error) {
      this.#broken.push({ key, error })
    }
    this.running.delete(key)
    // What is being read meanwhile may be older than the end: it is read once more before anything is begun.
    this.mustRead = true
  }

  /** Left alone for a while, then looked at again; what keeps failing by a fault of ours has failed for good. */
  async #fail(key: string, error: unknown): Promise<void> {
    rethrowOthers(error)
    this.mustRead = true
    this.#hold(key)
    if (!countsAsFailure(error)) return
    const count = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, count)
    if (!this.agenda || count < this.agenda.failuresMax) return
    try {
      this.#take(await this.#local(() => ask(`failed: ${key}`).failTask(this.#asked(key))))
    } catch (again) {
      rethrowOthers(again)
    }
  }

  /** Twice as long each time, so that an outage costs ever less. */
  #hold(key: string): void {
    const { holdMs = readAgainMaxMs, holdMaxMs = holdMs } = this.agenda ?? {}
    const held = this.#holds.get(key) ?? 0
    this.#holds.set(key, held + 1)
    const ms = Math.min(holdMs * 2 ** Math.min(held, 10), Math.max(holdMs, holdMaxMs))
    this.#heldUntil.set(key, Date.now() + jittered(ms))
  }

  #named(task: Task): Task {
    const { does: _does, ...plain } = task
    return this.isNamed ? task : plain
  }

  #asked(key: string) {
    return { id: this.id, key, after: this.#after ?? 0 }
  }
}

/** Those who wait for the same thing must not come back in the same moment. */
const jittered = (ms: number): number => Math.round(ms * (0.75 + Math.random() / 2))
