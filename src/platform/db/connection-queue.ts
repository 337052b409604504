// Callers wait for a connection here and not in the driver: the queue is bounded, waits are short, and no owner can
// take all connections.
import { AsyncLocalStorage } from 'node:async_hooks'
import { noOutages, type Outage, outageOf } from './outage.ts'

export type ConnectionQueue = {
  /**
   * Runs the work when a connection is free; when none is free in time, throws an error for which `isUnavailable` is
   * true.
   */
  run<T>(work: () => PromiseLike<T>): Promise<T>
  /** True while any work runs. */
  isBusy(): boolean
  /** The present state; `refused` counts since the start. */
  state(): QueueState
}

export type QueueState = {
  readonly places: number
  readonly busy: number
  readonly waiting: number
  readonly refused: number
  /** How many statements the server did not answer since the start, by reason. */
  readonly outages: Readonly<Record<Outage, number>>
}

type Limits = {
  /** How many pieces of work run at a time, how many may wait, and for how long. */
  readonly count: number
  readonly waitingMax: number
  readonly waitMs: number
}

/** The share of the connections and of the queue that one owner can take at most. */
const ownerShare = 0.6

const owners = new AsyncLocalStorage<string>()

/**
 * Runs `work` on behalf of an owner, a tenant for instance: all its statements and transactions count towards the
 * owner’s share.
 */
export const inShareOf = <T>(owner: string, work: () => T): T => owners.run(owner, work)

export function createConnectionQueue({ count, waitingMax, waitMs }: Limits): ConnectionQueue {
  const running = new Tally(count)
  const waiting = new Tally(waitingMax)
  let refused = 0
  const outages = noOutages()
  const queued = new Set<{ readonly owner: string | undefined; start(): void }>()

  function startNext(): void {
    for (const one of queued) {
      if (running.isFull()) return
      if (!running.isFull(one.owner)) one.start()
    }
  }

  function refuse(): Error {
    refused += 1
    return noConnection()
  }

  function wait(owner: string | undefined): Promise<void> {
    if (waiting.isFull(owner)) throw refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      clearTimeout(timer)
      queued.delete(one)
      waiting.remove(owner)
    }
    const one = {
      owner,
      start() {
        leave()
        running.add(owner)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      leave()
      reject(refuse())
    }, waitMs)
    queued.add(one)
    waiting.add(owner)
    return promise
  }

  return {
    isBusy: () => running.total > 0,
    state: () => ({ places: count, busy: running.total, waiting: waiting.total, refused, outages }),
    async run(work) {
      const owner = owners.getStore()
      if (running.isFull(owner)) await wait(owner)
      else running.add(owner)
      try {
        return await work()
      } catch (error) {
        const cause = outageOf(error)
        if (cause) outages[cause] += 1
        throw error
      } finally {
        running.remove(owner)
        startNext()
      }
    },
  }
}

/** A counter, in total and by owner. */
class Tally {
  total = 0
  readonly #most: number
  readonly #own = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  isFull(owner?: string): boolean {
    const ownMost = Math.max(1, Math.floor(this.#most * ownerShare))
    return this.total >= this.#most || (this.#own.get(owner ?? '') ?? 0) >= ownMost
  }

  add(owner: string | undefined): void {
    this.total += 1
    if (owner !== undefined) this.#own.set(owner, (this.#own.get(owner) ?? 0) + 1)
  }

  remove(owner: string | undefined): void {
    this.total -= 1
    if (owner === undefined) return
    const left = (this.#own.get(owner) ?? 1) - 1
    if (left > 0) this.#own.set(owner, left)
    else this.#own.delete(owner)
  }
}

const noConnection = () =>
  Object.assign(new Error('no connection is free'), { code: 'NO_FREE_CONNECTION' })
