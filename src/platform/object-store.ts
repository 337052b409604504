// The port of object storage (types only). Objects are sealed; their names hold a day and an id, and no personal data.
import { Problem } from './errors.ts'

/** Every method rejects with the problem `unavailable` when the store is unreachable, full or too slow. */
export type ObjectStore = {
  /** Stores the whole object or nothing. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined means that the store answered and has no such object. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Names that do not exist are ignored. */
  remove(names: readonly string[]): Promise<void>
  /** Lists all names that begin with a folder, such as `2026-11-22/`. */
  list(folder: string): AsyncIterable<readonly string[]>
}

/**
 * The problem for a store that cannot be used at the moment, which says nothing about any image. `cause` goes to the
 * log only.
 */
export function storageAway(cause: unknown): Problem {
  const problem = new Problem('unavailable', {
    reason: 'storage-away',
    headers: { 'retry-after': '5' },
  })
  problem.cause = cause
  return problem
}
