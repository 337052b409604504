// Serves callers in order and tenants in turn. A pool of threads alone would let new callers overtake waiting ones, and
// a tenant with many calls would keep all others waiting.
import { engineBusy } from '#src/biometrics/wire/engine-errors.ts'

export type Fifo = {
  /** Throws `unavailable` when too many wait already; rejects with the signal's reason when it aborts a wait. */
  run<T>(work: () => Promise<T>, caller?: Caller): Promise<T>
}

export type Caller = {
  readonly signal?: AbortSignal | undefined
  /** Callers without a tenant share the turn and the slots of one tenant. */
  readonly tenant?: string | undefined
}

export type FifoOptions = {
  /** How many callers are served at once, and how many more may wait. */
  readonly width: number
  readonly waitingMax: number
  /** How many callers of one tenant are served at once; by default all. */
  readonly share?: number
}

type Waiting = { readonly tenant: string; readonly begin: () => void }

export function createFifo({ width, waitingMax, share = width }: FifoOptions): Fifo {
  const line = new Set<Waiting>()
  const served = new Map<string, { running: number; last: number }>()
  let running = 0
  let count = 0

  const servedOf = (tenant: string) => served.get(tenant) ?? { running: 0, last: 0 }
  const mayBegin = (tenant: string) => running < width && servedOf(tenant).running < share

  function begin(tenant: string): void {
    running += 1
    served.set(tenant, { running: servedOf(tenant).running + 1, last: ++count })
  }

  async function enter({ signal, tenant = '' }: Caller): Promise<void> {
    signal?.throwIfAborted()
    if (mayBegin(tenant)) return begin(tenant)
    if (line.size >= waitingMax) throw engineBusy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { tenant, begin: resolve }
    const give = () => {
      line.delete(waiting)
      reject(signal?.reason)
    }
    line.add(waiting)
    signal?.addEventListener('abort', give, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', give))
  }

  /**
   * The next call to begin: from the tenant with the fewest running calls, and of equal ones from the tenant that was
   * served longest ago.
   */
  function findNext(): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of line)
      if (mayBegin(one.tenant) && (!next || isBefore(one.tenant, next.tenant))) next = one
    return next
  }

  function isBefore(one: string, other: string): boolean {
    const [a, b] = [servedOf(one), servedOf(other)]
    return a.running === b.running ? a.last < b.last : a.running < b.running
  }

  /** The slot goes directly to the next in line, so that a new caller cannot overtake it. */
  function leave(tenant: string): void {
    const own = servedOf(tenant)
    served.set(tenant, { ...own, running: own.running - 1 })
    running -= 1
    const next = findNext()
    if (next) {
      line.delete(next)
      begin(next.tenant)
      next.begin()
    } else if (running === 0 && line.size === 0) served.clear()
  }

  return {
    async run(work, caller = {}) {
      await enter(caller)
      try {
        return await work()
      } finally {
        leave(caller.tenant ?? '')
      }
    },
  }
}

// Orders the examination of pictures in one process of engines: faces and documents have separate slots, and no tenant
// takes all of them while there is more than one.

export type Turns = { readonly faces: Fifo; readonly documents: Fifo }

/** More calls are never taken from the queue at once. */
const waitingMax = 1_000

/**
 * Makes `slots` of each kind. Pictures are loaded from the store only when their turn has come, which limits memory.
 */
export function createTurns(slots: number): Turns {
  const line = () => createFifo({ width: slots, waitingMax, share: Math.max(1, slots - 1) })
  return { faces: line(), documents: line() }
}
