// The port of object storage, types only. Objects are sealed; names hold a day and an id, and no personal data.
import { Problem } from './errors.ts'

/** Every call rejects with `unavailable` when the store is away, full, or too slow. */
export type ObjectStore = {
  /** Whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined: the store is there, and has no such object. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Those that are not there are passed over. */
  remove(names: readonly string[]): Promise<void>
  /** All names that begin with a folder, `2026-11-22/`. */
  list(folder: string): AsyncIterable<readonly string[]>
}

/** The store cannot be used at the moment: it says nothing about any image. `cause` goes to the log alone. */
export function storageAway(cause: unknown): Problem {
  const problem = new Problem('unavailable', {
    reason: 'storage-away',
    headers: { 'retry-after': '5' },
  })
  problem.cause = cause
  return problem
}
