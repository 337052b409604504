// The agenda of one transaction between two waits: the known tasks, the running ones, and those held after a failure.
// Local activities run one after another, so each answer replaces all earlier knowledge.
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
/** The longest pause of a cancelled run: it never continues as new, so its history must last a day of an outage. */
const endAgainMaxMs = 15_000

/** The most local work in one workflow task, by the database's clock; then the task ends before its time limit. */
const taskMs = 2_000

export class Executor {
  /** The entries of the last answer. */
  came: readonly HistoryEntry[] = []
  /** Null if the transaction no longer exists; undefined if nothing is known. */
  agenda: Agenda | null | undefined
  /** Set when something may have changed since the last read: the workflow was woken, or an engine task has ended. */
  mustRead = true
  readonly running = new Set<string>()
  /** Set when an operator has cancelled the run: reads then end all open work once, and report when the run is over. */
  isCancelled = false
  /** The last journal entry that this workflow run knows. */
  #after: number | null = null
  #takenAt = 0
  #readHeldUntil: number | undefined
  #readsFailed = 0
  /** The first time of the database's clock in this workflow task. */
  #begunAt: number | undefined
  #isSpent = false
  readonly acts = new ActQueue()
  /** The causes that have woken the workflow since the last read. */
  #came: string[] = ['begins']
  readonly #holds = new Holds()
  /** Failed engine tasks, to be handled between two local activities. */
  readonly #broken: { readonly key: string; readonly error: unknown }[] = []

  readonly id: string
  /** The cancelled run in whose place the next read ends the open work. */
  #ends: string | undefined
  /** The start brings the agenda of its commit: the first local task begins without a read, and answers a newer one. */
  constructor({ id, ends, told }: TransactionInput) {
    this.id = id
    this.#ends = ends
    if (!told) return
    this.#take(told.agenda)
    this.#after = told.after
    this.mustRead = false
    this.beginTask()
  }

  /** Whether the run may end: the database waits for nothing from it, and nothing is running or requested. */
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

  /** Adds a cause to the summary of the next read. */
  note(what: string): void {
    if (!this.#came.includes(what)) this.#came.push(what)
  }

  /** The sweep's finding counts only if the sweep saw everything that this run knows. */
  mayEnd({ seq }: NothingLeft): boolean {
    const { agenda, mustRead, mayContinue } = this
    return Boolean(agenda) && (agenda?.seq ?? Infinity) <= seq && mayContinue && !mustRead
  }

  /** Closes the run without a read of the agenda, because the sweep found nothing left. */
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

  /** The time until the next task is due or no longer held; 0 for a time in the past. */
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

  /** Names the task that will be due after `waitMs`. */
  saysNext(): string {
    if (this.#readHeldUntil !== undefined) return 'read the agenda again'
    if (this.isIdle) return 'close when idle'
    return this.agenda ? sayNext(this.agenda, this.#holds, this.waitMs()) : 'next'
  }

  /** Called after a timer, a signal or an ended activity, because that begins another workflow task. */
  beginTask(): void {
    this.#begunAt = undefined
    this.#isSpent = false
  }

  /** Closes if the agenda is still empty. An event that arrives meanwhile makes the server refuse the close. */
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

  /** Whether a cancelled run has no running work, so that one more read must record its end. */
  get #isOver(): boolean {
    const { agenda, running, isCancelled } = this
    if (!isCancelled || !agenda || agenda.closed || this.#readHeldUntil !== undefined) return false
    return !agenda.isUnderWay && running.size === 0
  }

  /** False when the database cannot be reached: the act stays in the queue, and the operator’s update waits with it. */
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

  /** Starts a local activity in a new workflow task if the earlier ones have used up the time of this one. */
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
      // A task that has neither failed nor ended would otherwise start again at once, for ever.
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
    // A read in progress may be older than this end, so the agenda is read again before anything starts.
    this.mustRead = true
  }

  /** Holds a failed task for a while; a task that fails `failuresMax` times by our own fault fails for good. */
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
