// A transaction whose row is locked: what a commit may read of it, its two clocks, and what the commit will write.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey, WrappedKey } from '#src/platform/seal/keys.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Unwritten } from './entry.ts'
import type { NudgeCode } from '#workflows/messages.ts'
import type { ChangingState, RowState } from './row-columns.ts'
import type { Mode } from './rules.ts'

export type Owner = { readonly tenant: string; readonly mode: Mode }

/**
 * `lastSeq` and `tasks` follow the entries that are appended in the commit, the clock's offset and the pack are
 * assigned.
 */
export type Locked = Owner &
  ChangingState & {
    readonly id: string
    readonly createdAt: Date
    /** The transaction's clock: wall time plus its offset, taken after the lock. */
    readonly now: Date
    /** Wall time, for windows that reach across transactions. */
    readonly wallNow: Date
    readonly key: WrappedKey
    readonly fields: Sealed
    /** Since when a duty alone keeps it. */
    readonly restrictedAt: Date | null
    /** Set in the commit that erases or restricts it: nothing goes on with it. */
    erased: boolean
    /** As the row had it when it was locked. */
    readonly before: RowState
    /** Entries that the commit will write. */
    readonly unwritten: Unwritten[]
    /** What the commit has made and may be asked for again, by names of whoever keeps it here. */
    made: ReadonlyMap<string, unknown>
    /** Something was written from which a fact or a result may follow. */
    isStirred: boolean
    /** The workflow must look, whatever is due: a move of the clock, an erasure. */
    mustNudge: boolean
    /** The request that its entries are of; a task's are of none. */
    requestId?: string | undefined
    /** The key of the task that makes the commit. */
    task?: string | undefined
    /** What is changed, for whoever reads its history. */
    by?: NudgeCode | undefined
    /** Set when the commit has been written. */
    nudges: boolean
  }

/** What a part of a commit gets first: the database's transaction, the locked row, and what it needs of the process. */
export type InCommit<Deps = unknown> = Deps & { readonly tx: Db; readonly locked: Locked }

/** By the wrapped key as a row was read: they go with the commit or the request that has read it. */
const opened = new WeakMap<
  WrappedKey,
  { readonly sealer: Sealer; readonly key: Promise<DataKey> }
>()

/** Of a transaction that is created: it need not be opened. */
export function keepDataKey(sealer: Sealer, wrapped: WrappedKey, key: DataKey): void {
  opened.set(wrapped, { sealer, key: Promise.resolve(key) })
}

/** Each commit opens it once, however many parts of it seal. */
export function openDataKey(
  sealer: Sealer,
  { tenant, id, key: wrapped }: Pick<Locked, 'tenant' | 'id' | 'key'>,
): Promise<DataKey> {
  const known = opened.get(wrapped)
  if (known?.sealer === sealer) return known.key
  const key = sealer.openKey(tenant, id, wrapped)
  opened.set(wrapped, { sealer, key })
  // A key that could not be opened now may be another time.
  key.catch(() => opened.delete(wrapped))
  return key
}
