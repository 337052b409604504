// A pool of threads for CPU-bound work, behind a queue that keeps order. A thread loads its models once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { accept, type ThreadAnswer } from './answer.ts'
import { type Caller, createFifo } from './fifo.ts'

export type Pool = {
  /** Runs the function of the worker's file that has this name. */
  run<T>(name: string, task: object, call?: PoolCall): Promise<T>
  /** Has one thread run what comes first; rejects as that does. */
  warm(): Promise<void>
  close(): Promise<void>
}

export type PoolCall = Caller & {
  /** The budget that several calls share. */
  readonly budget?: Budget
}

/**
 * What a call may take. It is counted by the processor, so that a busy machine makes nobody's picture worse; by the
 * clock as well, since a thread that is never served would keep others waiting.
 */
export type Limits = { readonly processorMs: number; readonly clockMs: number }

/** What is left of limits that several calls share; each call takes from it. */
export type Budget = { processorMs: number; clockMs: number }

export type PoolOptions = {
  readonly file: URL
  readonly threads: number
  readonly waitingMax: number
  /** A call that takes more is ended with its thread, and has failed: its picture may be made for that. */
  readonly limits: Limits
  /**
   * The name of a function that a thread runs before its first call, so that loading is on no call’s budget. When the
   * function fails, the thread is ended.
   */
  readonly first?: string
  /** Given to each thread. */
  readonly data?: object
}

/** Its memory is given back when nobody has asked for so long. */
const idleMs = 600_000
const lookEveryMs = 200
/** A thread says at once what it has used, but where it has ended. */
const answerMs = 1_000

/** One picture takes more of a processor than any document or face does: a failure of its task alone. */
export class EngineSlow extends Error {
  override readonly name = 'EngineSlow'
}

/** The machine did not get round to it: that says nothing of the picture. */
export class EngineLate extends Error {
  override readonly name = 'EngineLate'
}

export function createPool(options: PoolOptions): Pool {
  const { threads, waitingMax, limits, first } = options
  const line = createFifo({ width: threads, waitingMax })
  const seats = Array.from({ length: threads }, () => openSeat(options))
  const free = [...seats]
  /** Threads that have run what comes first. */
  const begun = new WeakSet<Worker>()

  /** From here on, since waiting in line is nobody's fault. */
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
      // The thread may have loaded only half of what it needs.
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
        // The pool has a reason of its own for what was ended.
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

/** One thread each, so that it is known which one a call runs on. */
function openSeat({ file, data = {} }: PoolOptions): Piscina {
  const seat = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    workerData: data,
    // A picture is decoded to some 160 MB at most; models take 300 to 600.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  // A thread that dies rejects its task; no other handler is needed.
  seat.on('error', () => undefined)
  return seat
}

/** Looks at what the thread uses now and then; what it has used is taken off the budget in the end. */
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

/** Undefined for a thread that is not there, or ends meanwhile: then it answers nothing. */
async function usedMs(thread: Worker | undefined): Promise<number | undefined> {
  if (!thread) return undefined
  const answered = new AbortController()
  const usage = await Promise.race([
    thread.cpuUsage().catch(() => undefined),
    // An idle thread keeps no process alive that waits for its answer: this does.
    sleep(answerMs, undefined, { signal: answered.signal }),
  ])
  answered.abort()
  return usage && (usage.user + usage.system) / 1_000
}
