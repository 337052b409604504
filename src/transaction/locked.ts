// A transaction whose row is locked: what a change may read of it, and its two clocks.
import type { DataKey, Sealer, WrappedKey } from '#src/seal/sealer.ts'
import type { Sealed } from '#src/db/columns.ts'
import type { Wakes } from '#src/journal/entry.ts'
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
  readonly clockOffsetMs: number
  /** Counts on as entries are appended in this commit. */
  lastSeq: number
  /** Whether this commit appended something that the workflow must react to, and when. */
  woken: Wakes
}

export function openDataKey(
  sealer: Sealer,
  { tenant, id, key }: Pick<Locked, 'tenant' | 'id' | 'key'>,
): Promise<DataKey> {
  return sealer.openKey(tenant, id, key)
}
