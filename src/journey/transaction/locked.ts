// A transaction whose row is locked: what a commit may read of it, its two clocks, and what it will write.
import type { Tasks } from '#src/journey/agenda/task.ts'
import type { DataKey, Sealer, WrappedKey } from '#src/platform/seal/sealer.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import type { Mode } from './rules.ts'

export type Owner = { readonly tenant: string; readonly mode: Mode }

export type Locked = Owner & {
  readonly id: string
  readonly createdAt: Date
  /** The transaction's clock: wall time plus its offset, taken after the lock. */
  readonly now: Date
  /** Wall time, for windows that reach across transactions. */
  readonly wallNow: Date
  readonly key: WrappedKey
  readonly fields: Sealed
  readonly erased: boolean
  /** As the row had it when it was locked. */
  readonly before: RowState
  clockOffsetMs: number
  /** Counts on as entries are appended in this commit. */
  lastSeq: number
  /** What remains to be done, as the entries of this commit leave it. */
  tasks: Tasks
  pack: string | null
  /** Entries that the commit will write. */
  readonly unwritten: Entry[]
  /** The workflow must look, whatever is due: a move of the clock, an erasure. */
  mustNudge: boolean
  /** The request that its entries are of; a task's are of none. */
  requestId?: string | undefined
  /** Set when the commit has been written. */
  nudges: boolean
}

export type RowState = {
  readonly lastSeq: number
  readonly seenSeq: number
  readonly tasks: Tasks
  readonly armedAt: number | null
  readonly sweepAt: number
  readonly clockOffsetMs: number
  readonly pack: string | null
}

export function openDataKey(
  sealer: Sealer,
  { tenant, id, key }: Pick<Locked, 'tenant' | 'id' | 'key'>,
): Promise<DataKey> {
  return sealer.openKey(tenant, id, key)
}
