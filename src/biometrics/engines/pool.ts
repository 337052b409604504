// A pool of threads for CPU-bound work, behind a queue that keeps order. A thread loads its models once.
import { Piscina } from 'piscina'
import { accept, type ThreadAnswer } from './answer.ts'
import { createFifo } from './fifo.ts'

export type Pool = {
  /** Runs the function of the worker's file that has this name. */
  run<T>(name: string, task: object, signal?: AbortSignal): Promise<T>
  close(): Promise<void>
}

export type PoolOptions = {
  readonly file: URL
  readonly threads: number
  readonly waitingMax: number
  /** Given to each thread. */
  readonly data?: object
}

/** Its memory is given back when nobody has asked for so long. */
const idleMs = 600_000

export function createPool({ file, threads, waitingMax, data = {} }: PoolOptions): Pool {
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
  const line = createFifo(threads, waitingMax)
  return {
    async run<T>(name: string, task: object, signal?: AbortSignal): Promise<T> {
      try {
        const answered = await line.run(
          // Safe because every function of the workers answers in this form.
          () => piscina.run(task, { name, signal: signal ?? null }) as Promise<ThreadAnswer<T>>,
          signal,
        )
        return accept(answered)
      } catch (error) {
        // The pool has a reason of its own for what was ended.
        signal?.throwIfAborted()
        throw error
      }
    },
    close: () => piscina.destroy(),
  }
}
