// Collects work on many transactions in the process: pieces that arrive while earlier ones are written are written
// together. Tenants take turns, and every wait is bounded.
import { Problem } from '#src/platform/errors.ts'

export type Piece = { readonly id: string; readonly tenant: string }

type Written<P, T> = {
  /**
   * Writes pieces of different transactions in one commit and resolves to the results by transaction. A piece without a
   * result is written alone, and so are all pieces if this rejects.
   */
  readonly together: (pieces: readonly P[]) => Promise<ReadonlyMap<string, T>>
  readonly alone: (piece: P) => Promise<T>
}

export type Batches<P, T> = {
  /** Throws `unavailable` when too many wait already, or when the wait takes too long. */
  readonly write: (piece: P) => Promise<T>
}

type Limits = {
  /** The most transactions of one commit. */
  readonly size: number
  /** How many such commits run at a time. More at once would make each smaller, and so cost more. */
  readonly atOnce: number
  readonly waitingMax: number
  readonly waitMs: number
}

const usual: Limits = { size: 16, atOnce: 2, waitingMax: 500, waitMs: 3_000 }
/** The share of the waiting places that one tenant can take at most. */
const tenantShare = 0.6

export function createBatches<P extends Piece, T>(
  { together, alone }: Written<P, T>,
  { size, atOnce, waitingMax, waitMs }: Limits = usual,
): Batches<P, T> {
  type Waiting = {
    readonly piece: P
    readonly leave: () => void
    readonly settle: (result?: T) => void
  }
  /** The waiting pieces by tenant, in the order of the tenants' turns. */
  const lines = new Map<string, Set<Waiting>>()
  const held = new Set<string>()
  let waiting = 0
  let running = 0
  let isStarting = false

  /** Resolves to undefined when the piece must be written alone. */
  function wait(piece: P): Promise<T | undefined> {
    const line = lines.get(piece.tenant) ?? new Set()
    if (waiting >= waitingMax || line.size >= waitingMax * tenantShare) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    const leave = () => {
      clearTimeout(timer)
      waiting -= 1
      line.delete(one)
      if (line.size === 0) lines.delete(piece.tenant)
    }
    const one: Waiting = { piece, leave, settle: resolve }
    const timer = setTimeout(() => {
      leave()
      reject(tooMany())
    }, waitMs)
    waiting += 1
    lines.set(piece.tenant, line.add(one))
    return promise
  }

  function findFree(line: ReadonlySet<Waiting>): Waiting | undefined {
    for (const one of line) if (!held.has(one.piece.id)) return one
    return undefined
  }

  /** Takes one piece of each tenant in turn, and at most one of each transaction. */
  function take(): Waiting[] {
    const taken: Waiting[] = []
    // The loop visits a line again when it was put back at the end, until no line has a piece that may be taken.
    for (const [tenant, line] of lines) {
      if (taken.length === size) break
      const next = findFree(line)
      if (!next) continue
      next.leave()
      held.add(next.piece.id)
      taken.push(next)
      lines.delete(tenant)
      if (line.size > 0) lines.set(tenant, line)
    }
    return taken
  }

  /** Waits a turn of the event loop, so that pieces of the same turn are written together. */
  function startSoon(): void {
    if (isStarting) return
    isStarting = true
    setImmediate(startNext)
  }

  function startNext(): void {
    isStarting = false
    while (running < atOnce) {
      const taken = take()
      if (taken.length === 0) return
      running += 1
      void run(taken)
    }
  }

  async function run(taken: readonly Waiting[]): Promise<void> {
    const pieces = taken.map(({ piece }) => piece)
    const done = await together(pieces).catch(() => new Map<string, T>())
    running -= 1
    for (const { id } of pieces) held.delete(id)
    for (const { piece, settle } of taken) settle(done.get(piece.id))
    startSoon()
  }

  return {
    async write(piece) {
      const written = wait(piece)
      startSoon()
      return (await written) ?? alone(piece)
    },
  }
}

const tooMany = () =>
  new Problem('unavailable', { reason: 'batches-full', headers: { 'retry-after': '1' } })
