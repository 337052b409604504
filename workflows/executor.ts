// The agenda of one transaction between two waits: what was told, what runs, what is held after a failure.
// Local activities run strictly one after another, so each answer replaces all that was known.
import { sleep, workflowInfo } from '@temporalio/workflow'
import type { Agenda, HistoryEntry, Task } from '#src/journey/transaction/task.ts'
import { ActQueue } from './act-queue.ts'
import { ask, countsAsFailure, rethrowOthers, runEngine, runLocal } from './calls.ts'
import { Holds, jittered } from './holds.ts'
import type { NothingLeft, TransactionInput } from './messages.ts'
import { findNext, sayNext } from './next.ts'
import { refused } from './refusals.ts'

/** How long to wait before reading the agenda again after a read that failed: at first, and at most. */
const readAgainMs = 300
const readAgainMaxMs = 4_000
/** At most for a cancelled run, which does not continue as new: its history must have room for a day of an outage. */
const endAgainMaxMs = 15_000

/** Local work of one workflow task, by the database's clock: then the task ends, before its time is up. */
const taskMs = 2_000

export class Executor {
  /** The entries that an answer brought last. */
  came: readonly HistoryEntry[] = []
  /** Null: the transaction is gone. Undefined: nothing is known. */
  agenda: Agenda | null | undefined
  /** Something may have changed since the agenda was read: the workflow was woken, or an engine task has ended. */
  mustRead = true
  readonly running = new Set<string>()
  /** An operator has cancelled the run: each read ends what is open, once, and says when the run is over. */
  isCancelled = false
  /** The last entry that this run of the workflow was told. */
  #after: number | null = null
  #takenAt = 0
  #readHeldUntil: number | undefined
  #readsFailed = 0
  /** What the database's clock said first in this workflow task. */
  #begunAt: number | undefined
  #isSpent = false
  readonly acts = new ActQueue()
  /** What has woken the workflow since it read last. */
  #came: string[] = ['begins']
  readonly #holds = new Holds()
  /** Engine tasks that have failed, to be looked at between two local activities. */
  readonly #broken: { readonly key: string; readonly error: unknown }[] = []

  readonly id: string
  /** The run in whose place the next read ends what is open. */
  #ends: string | undefined
  /** What the start has told is as old as its commit, so its first local task is begun, and answers what is there then. */
  constructor({ id, ends, told }: TransactionInput) {
    this.id = id
    this.#ends = ends
    if (!told) return
    this.#take(told.agenda)
    this.#after = told.after
    this.mustRead = false
    this.beginTask()
  }

  /** Whether the run may end: the database awaits nothing of it, and nothing is running or asked for. */
  get isClosed(): boolean {
    return this.agenda?.closed === true && this.running.size === 0 && this.acts.isEmpty
  }

  /** Whether it may continue as a new run, which would lose running tasks, counted failures and waiting acts. */
  get mayContinue(): boolean {
    const isBusy = this.running.size > 0 || this.#holds.isCounting || !this.acts.isEmpty
    return !isBusy && !this.isCancelled
  }

  /** Whether an operator’s act waits and may be done now: after a read that failed, acts wait for the next read. */
  get mayAct(): boolean {
    return !this.acts.isEmpty && this.#readHeldUntil === undefined
  }

  get isIdle(): boolean {
    return !this.#readHeldUntil && this.agenda?.tasks.length === 0 && this.running.size === 0
  }

  cancel(): void {
    this.isCancelled = true
    this.#ends = workflowInfo().runId
    this.mustRead = true
    this.note('cancelled')
  }

  /** For the summary of the next read. */
  note(what: string): void {
    if (!this.#came.includes(what)) this.#came.push(what)
  }

  /** The sweep’s word counts only for what this run knows, or for what came before. */
  mayEnd({ seq }: NothingLeft): boolean {
    const { agenda, mustRead, mayContinue } = this
    return Boolean(agenda) && (agenda?.seq ?? Infinity) <= seq && mayContinue && !mustRead
  }

  /** Takes from the sweep that nothing is left, which closes the run without a read of the agenda. */
  end(left: NothingLeft): void {
    if (this.agenda) this.agenda = { ...this.agenda, ...left, tasks: [], closed: true }
    if (left.entries.length > 0) this.came = left.entries
  }

  /** Does one thing; false when there is nothing to do but wait. */
  async turn(): Promise<boolean> {
    for (;;) {
      const broken = this.#broken.shift()
      const asked = this.acts.first
      if (broken) await this.#fail(broken.key, broken.error)
      else if (this.mustRead || this.#isOver) {
        if (!(await this.#read())) return false
      } else if (asked && this.mayAct && this.agenda !== null) {
        if (!(await this.#act(asked))) return false
      } else break
    }
    const known = this.#readHeldUntil === undefined ? this.agenda : undefined
    const task = known ? findNext(known, this.running, this.#holds) : undefined
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
    const [, heldUntil = Infinity] = this.#holds.first() ?? []
    return Math.min(armedMs, heldUntil - now)
  }

  /** Names what will be due when the time of `waitMs` is over. */
  saysNext(): string {
    if (this.#readHeldUntil !== undefined) return 'read the agenda again'
    if (this.isIdle) return 'close when idle'
    return this.agenda ? sayNext(this.agenda, this.#holds, this.waitMs()) : 'next'
  }

  /** A timer, a signal or an ended activity has come: that is another workflow task. */
  beginTask(): void {
    this.#begunAt = undefined
    this.#isSpent = false
  }

  /** Closes when the agenda is still empty. What comes while that is written makes the server refuse the close. */
  async closeIdle(): Promise<void> {
    try {
      const { id, agenda } = this
      const after = this.#after ?? 0
      const closing = await this.#local(() => ask('close when idle').closeAgenda({ id, after }))
      if (!closing.closed) this.#take(closing.agenda)
      else if (agenda) this.agenda = { ...agenda, ...closing }
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
      const asked = { id, after: this.#after, ...closes }
      const came = this.#came.join(', ')
      const run = this.#ends
      const told = await this.#local(() =>
        run === undefined
          ? ask(came).readAgenda(asked)
          : ask('end what is open').endAgenda({ ...asked, run }),
      )
      this.#take(told)
      if (!this.isCancelled) this.#ends = undefined
      this.#came = []
      this.#readHeldUntil = undefined
      this.#readsFailed = 0
      return true
    } catch (error) {
      rethrowOthers(error)
      this.#holdReading()
      return false
    }
  }

  /** Whether a cancelled run has nothing under way, so that one more read must record that it is over. */
  get #isOver(): boolean {
    const { agenda, running, isCancelled } = this
    if (!isCancelled || !agenda || agenda.closed || this.#readHeldUntil !== undefined) return false
    return !agenda.isUnderWay && running.size === 0
  }

  /** False when the database is away: the act stays in the queue, and the operator’s update waits with it. */
  async #act(asked: NonNullable<ActQueue['first']>): Promise<boolean> {
    const { id } = this
    const { act, reason, update, resolve, reject } = asked
    try {
      const after = this.#after ?? 0
      const { runId: run } = workflowInfo()
      const request = { id, after, act, reason, update, run }
      const { agenda, done, refusal } = await this.#local(() => ask(act).actOnAgenda(request))
      this.#take(agenda)
      if (done) resolve(done)
      else reject(refused(refusal ?? 'not-found'))
    } catch (error) {
      rethrowOthers(error)
      if (!countsAsFailure(error)) {
        this.#holdReading()
        return false
      }
      this.mustRead = true
      reject(refused('fault'))
    }
    this.acts.shift()
    return true
  }

  #holdReading(): void {
    const maxMs = this.isCancelled ? endAgainMaxMs : readAgainMaxMs
    const ms = Math.min(readAgainMs * 2 ** this.#readsFailed, maxMs)
    this.#readsFailed += 1
    this.#readHeldUntil = Date.now() + jittered(ms)
  }

  /** Begins a local activity in a new workflow task when those before it have used up the time of this one. */
  async #local<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isSpent) {
      await sleep(1, { summary: 'pause' })
      this.beginTask()
    }
    try {
      return await call()
    } catch (error) {
      // The activity that failed may have used up the time of this workflow task.
      this.#isSpent = true
      throw error
    }
  }

  #take(told: Agenda | null | undefined): void {
    this.agenda = told
    if (!told) return
    this.#after = told.entries.at(-1)?.seq ?? told.seq
    if (told.entries.length > 0) this.came = told.entries
    this.#takenAt = Date.now()
    this.#begunAt ??= told.now
    this.#isSpent = Math.abs(told.now - this.#begunAt) >= taskMs
    this.#holds.keep(told, this.#takenAt)
  }

  async #perform(task: Task): Promise<void> {
    const { key } = task
    this.running.add(key)
    try {
      this.#take(await this.#local(() => runLocal(task, this.#asked(key))))
      this.#holds.succeed(key)
      // What has neither failed nor ended would otherwise be begun again at once, for ever.
      if (this.agenda?.tasks.some((one) => one.key === key)) this.#holds.hold(key, this.agenda)
    } catch (error) {
      await this.#fail(key, error)
    }
    this.running.delete(key)
  }

  async #performBeside(task: Task): Promise<void> {
    const { key } = task
    this.running.add(key)
    try {
      await runEngine(task, this.#asked(key))
      this.#holds.succeed(key)
    } catch (error) {
      this.#broken.push({ key, error })
    }
    this.running.delete(key)
    // What is being read meanwhile may be older than the end: it is read once more before anything is begun.
    this.mustRead = true
  }

  /** Holds a failed task for a while; one that fails `failuresMax` times by a fault of ours fails for good. */
  async #fail(key: string, error: unknown): Promise<void> {
    rethrowOthers(error)
    this.mustRead = true
    this.#holds.hold(key, this.agenda)
    if (!countsAsFailure(error)) return
    const count = this.#holds.countFailure(key)
    if (!this.agenda || count < this.agenda.failuresMax) return
    try {
      this.#take(await this.#local(() => ask(`failed: ${key}`).failTask(this.#asked(key))))
    } catch (again) {
      rethrowOthers(again)
    }
  }

  #asked(key: string) {
    return { id: this.id, key, after: this.#after ?? 0 }
  }
}
