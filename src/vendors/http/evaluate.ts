// Evaluates JSONata in threads. An operator writes it and it reads whatever a vendor answers, so time and memory are
// bounded.
import { Piscina } from 'piscina'
import type { Evaluated, Work } from './evaluate-worker.ts'

export type Evaluate = (
  expressions: Readonly<Record<string, string | undefined>>,
  input: unknown,
  /** The prefix of the marks that `$image` returns. */
  mark?: string,
) => Promise<Readonly<Record<string, Evaluated>>>

type Limits = { readonly timeMs?: number }

/** The time limit of all expressions of one call together, from the moment a thread begins with them. */
const timeMsDefault = 1_000
/** How long a thread may take to start, because a busy machine is not the expression's fault. */
const startMsMax = 30_000
/**
 * Above the largest list that JSONata's `..` makes at once, some 200 MB, because an allocation beyond this limit ends
 * the process and not only the thread.
 */
const heapMb = 384

/** All expressions count as failed when the thread was terminated. */
export function createEvaluate({ timeMs = timeMsDefault }: Limits = {}): Evaluate & {
  close(): Promise<void>
} {
  let pool: Piscina<Work, Record<string, Evaluated>> | undefined
  const open = () => (pool ??= openPool())
  const openPool = () => {
    const made: Piscina<Work, Record<string, Evaluated>> = new Piscina({
      filename: new URL('./evaluate-worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    })
    // A thread may die for want of memory after its call was ended; without a listener that error would end the
    // process.
    made.on('error', () => {})
    return made
  }

  const evaluate: Evaluate = async (given, input, mark) => {
    const expressions = Object.fromEntries(
      Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined),
    )
    const begun = new Int32Array(new SharedArrayBuffer(4))
    const work = { expressions, input: JSON.stringify(input) ?? 'null', mark, begun }
    const clock = new AbortController()
    let timer = setTimeout(() => clock.abort(), startMsMax)
    void whenBegun(begun).then(() => {
      clearTimeout(timer)
      if (clock.signal.aborted) return
      timer = setTimeout(() => clock.abort(), timeMs)
    })
    try {
      return await open().run(work, { signal: clock.signal })
    } catch {
      const ended = { failed: true, ended: true } as const
      return Object.fromEntries(Object.keys(expressions).map((name) => [name, ended]))
    } finally {
      clearTimeout(timer)
      clock.abort()
      Atomics.notify(begun, 0)
    }
  }
  return Object.assign(evaluate, { close: async () => pool?.close({ force: true }) })
}

async function whenBegun(begun: Int32Array<SharedArrayBuffer>): Promise<void> {
  await Atomics.waitAsync(begun, 0, 0).value
}

/** One pool for the accounts of a process. */
export const evaluate: Evaluate = createEvaluate()

export const valueOf = (result: Evaluated | undefined): unknown =>
  result && 'value' in result ? result.value : undefined
