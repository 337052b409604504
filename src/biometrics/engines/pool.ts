// A pool of threads for CPU-bound work, behind a queue that keeps the order. A thread loads its models only once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { accept, type ThreadAnswer } from './answer.ts'
import { type Caller, createFifo } from './fifo.ts'

export type Pool = {
  /** Runs the function of this name in the worker's file. */
  run<T>(name: string, task: object, call?: PoolCall): Promise<T>
  /** Runs the `first` function in one thread; rejects if it does. */
  warm(): Promise<void>
  close(): Promise<void>
}

export type PoolCall = Caller & {
  /** A budget that several calls share. */
  readonly budget?: Budget
}

/**
 * The limits of a call. Processor time counts, so that a busy machine makes no picture fail; the clock limits it as
 * well, because a thread that gets no processor would keep others waiting.
 */
export type Limits = { readonly processorMs: number; readonly clockMs: number }

/** The remaining part of limits that several calls share; each call uses some of it. */
export type Budget = { processorMs: number; clockMs: number }

export type PoolOptions = {
  readonly file: URL
  readonly threads: number
  readonly waitingMax: number
  /**
   * A call beyond these limits is terminated with its thread and fails, because its picture may be made to cause that.
   */
  readonly limits: Limits
  /**
   * The name of a function that a thread runs before its first call, so that loading is on no call’s budget. When it
   * fails, the thread is terminated.
   */
  readonly first?: string
  /** Passed to each thread. */
  readonly data?: object
}

/** An idle thread is closed after this time to free its memory. */
const idleMs = 600_000
const lookEveryMs = 200
/** The time limit of a thread's report of its processor time, which it gives at once unless it has ended. */
const answerMs = 1_000

/** One picture takes more processor time than any document or face needs, so only its task fails. */
export class EngineSlow extends Error {
  override readonly name = 'EngineSlow'
}

/** The machine was too busy, which says nothing about the picture. */
export class EngineLate extends Error {
  override readonly name = 'EngineLate'
}

export function createPool(options: PoolOptions): Pool {
  const { threads, waitingMax, limits, first } = options
  const line = createFifo({ width: threads, waitingMax })
  const seats = Array.from({ length: threads }, () => openSeat(options))
  const free = [...seats]
  /** Threads that have run the `first` function. */
  const begun = new WeakSet<Worker>()

  /** The limits begin after the wait in line, because waiting is not the picture's fault. */
  async function runOnSeat<T>(work: (seat: Piscina) => Promise<T>): Promise<T> {
    const seat = free.pop()
    if (!seat) throw new Error('the line has let in more than there are threads')
    try {
      return await work(seat)
    } finally {
      free.push(seat)
    }
  }

  async function begin(seat: Piscina, signal: AbortSignal | undefined): Promise<void> {
    const name = first ?? ''
    try {
      // Safe because every function of the workers answers in this form.
      accept((await seat.run({}, { name, ...(signal && { signal }) })) as ThreadAnswer<unknown>)
    } catch (error) {
      // The thread may have loaded only a part of what it needs, so it is terminated.
      await seat.threads[0]?.terminate()
      throw error
    }
    for (const thread of seat.threads) begun.add(thread)
  }

  async function runWithin<T>(
    seat: Piscina,
    { name, task }: { readonly name: string; readonly task: object },
    { signal, budget = { ...limits } }: PoolCall,
  ): Promise<ThreadAnswer<T>> {
    if (budget.processorMs <= 0) throw new EngineSlow('its time is used up')
    if (budget.clockMs <= 0) throw new EngineLate('its time is over')
    const [thread] = seat.threads
    if (first !== undefined && !(thread && begun.has(thread))) await begin(seat, signal)
    const watch = await watchThread(seat, budget)
    const ended = signal ? AbortSignal.any([signal, watch.over]) : watch.over
    try {
      // Safe because every function of the workers answers in this form.
      return (await seat.run(task, { name, signal: ended })) as ThreadAnswer<T>
    } catch (error) {
      throw watch.over.aborted && !signal?.aborted ? watch.over.reason : error
    } finally {
      await watch.stop()
    }
  }

  return {
    async run<T>(name: string, task: object, call: PoolCall = {}): Promise<T> {
      const work = (seat: Piscina) => runWithin<T>(seat, { name, task }, call)
      try {
        return accept(await line.run(() => runOnSeat(work), call))
      } catch (error) {
        // The pool's own reason for a terminated call is replaced by the signal's.
        call.signal?.throwIfAborted()
        throw error
      }
    },
    warm: () => line.run(() => runOnSeat((seat) => begin(seat, undefined))),
    async close() {
      await Promise.all(seats.map((seat) => seat.destroy()))
    },
  }
}

/** Each pool has one thread, so that it is known which thread runs a call. */
function openSeat({ file, data = {} }: PoolOptions): Piscina {
  const seat = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    workerData: data,
    // A decoded picture takes at most some 160 MB, models 300 to 600.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  // A thread that dies rejects its task; no other handler is needed.
  seat.on('error', () => undefined)
  return seat
}

/** Checks the thread's processor time at intervals, and finally subtracts it from the budget. */
async function watchThread(seat: Piscina, budget: Budget) {
  const began = performance.now()
  const before = (await usedMs(seat.threads[0])) ?? 0
  const over = new AbortController()
  let used = 0
  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    used = Math.max(used, ((await usedMs(seat.threads[0])) ?? 0) - before)
    if (used > budget.processorMs) over.abort(new EngineSlow('the engine took too long'))
  }
  const timer = setInterval(() => {
    if (performance.now() - began > budget.clockMs) over.abort(new EngineLate('it was not done'))
    looking ??= look().finally(() => (looking = undefined))
  }, lookEveryMs)
  return {
    over: over.signal,
    async stop() {
      clearInterval(timer)
      if (!over.signal.aborted) await look()
      budget.processorMs -= used
      budget.clockMs -= performance.now() - began
    },
  }
}

/** Undefined for a thread that does not exist or ends meanwhile, because it then does not answer. */
async function usedMs(thread: Worker | undefined): Promise<number | undefined> {
  if (!thread) return undefined
  const answered = new AbortController()
  const usage = await Promise.race([
    thread.cpuUsage().catch(() => undefined),
    // The timer keeps the process alive, because an idle thread does not.
    sleep(answerMs, undefined, { signal: answered.signal }),
  ])
  answered.abort()
  return usage && (usage.user + usage.system) / 1_000
}
