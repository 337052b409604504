// A pool of threads for CPU-bound work, behind a queue that keeps order. A thread loads its models once.
import { Piscina } from 'piscina'
import { accept, type ThreadAnswer } from './answer.ts'
import { type Caller, createFifo } from './fifo.ts'

export type Pool = {
  /** Runs the function of the worker's file that has this name. */
  run<T>(name: string, task: object, call?: PoolCall): Promise<T>
  close(): Promise<void>
}

export type PoolCall = Caller & {
  /** Of several calls together. */
  readonly budget?: Budget
}

/** What is left of the time that calls may run; it grows less with each. */
export type Budget = { leftMs: number }

export type PoolOptions = {
  readonly file: URL
  readonly threads: number
  readonly waitingMax: number
  /** A call that has run for so long is ended with its thread, and has failed: its picture may be made for that. */
  readonly limitMs: number
  /** Given to each thread. */
  readonly data?: object
}

/** Its memory is given back when nobody has asked for so long. */
const idleMs = 600_000

/** One picture has taken too long: a failure of its task alone. */
export class EngineSlow extends Error {
  override readonly name = 'EngineSlow'
}

export function createPool({ file, threads, waitingMax, limitMs, data = {} }: PoolOptions): Pool {
  const piscina = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    workerData: data,
    // A picture is decoded to some 160 MB at most; models take 300 to 600.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  // A thread that dies rejects its task; no other handler is needed.
  piscina.on('error', () => undefined)
  const line = createFifo({ width: threads, waitingMax })
  async function runWithin<T>(
    name: string,
    task: object,
    { signal, budget = { leftMs: limitMs } }: PoolCall,
  ): Promise<ThreadAnswer<T>> {
    if (budget.leftMs <= 0) throw new EngineSlow('its time is used up')
    // From here on, since waiting in line is nobody's fault.
    const began = performance.now()
    const limit = AbortSignal.timeout(Math.ceil(Math.min(limitMs, budget.leftMs)))
    const ended = signal ? AbortSignal.any([signal, limit]) : limit
    try {
      // Safe because every function of the workers answers in this form.
      return (await piscina.run(task, { name, signal: ended })) as ThreadAnswer<T>
    } catch (error) {
      throw limit.aborted && !signal?.aborted ? new EngineSlow('the engine took too long') : error
    } finally {
      budget.leftMs -= performance.now() - began
    }
  }
  return {
    async run<T>(name: string, task: object, call: PoolCall = {}): Promise<T> {
      try {
        const answered = await line.run(() => runWithin<T>(name, task, call), call)
        return accept(answered)
      } catch (error) {
        // The pool has a reason of its own for what was ended.
        call.signal?.throwIfAborted()
        throw error
      }
    },
    close: () => piscina.destroy(),
  }
}
