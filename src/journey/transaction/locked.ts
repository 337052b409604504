// A transaction whose row is locked: what a commit may read of it, its two clocks, and what the commit will write.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey, WrappedKey } from '#src/platform/seal/keys.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Unwritten } from './entry.ts'
import type { NudgeCode } from '#workflows/messages.ts'
import type { ChangingState, RowState } from './row-columns.ts'
import type { Mode, TakenBack } from './rules.ts'

export type Owner = { readonly tenant: string; readonly mode: Mode }

/** `append` updates `lastSeq` and `tasks`; the offset of the clock and the pack are assigned directly. */
export type Locked = Owner &
  ChangingState & {
    readonly id: string
    readonly createdAt: Date
    /** The transaction’s clock: wall time plus its offset, read after the lock. */
    readonly now: Date
    /** Wall time, for periods that span several transactions. */
    readonly wallNow: Date
    readonly key: WrappedKey
    fields: Sealed
    /** How often the fields were corrected, and which results those corrections have made obsolete. */
    corrections: number
    takenBack: TakenBack
    /** The modules whose steps open runs repeat, because this commit has corrected fields. */
    retakes?: ReadonlySet<string> | undefined
    /** When the transaction was restricted; from then on it is kept only for a duty. */
    readonly restrictedAt: Date | null
    /** Set in the commit that erases or restricts it; no processing continues after that. */
    erased: boolean
    /** The state of the row when it was locked. */
    readonly before: RowState
    /** Entries that the commit will write. */
    readonly unwritten: Unwritten[]
    /** Values that the commit has computed and may need again, by a name of the module that keeps them here. */
    made: ReadonlyMap<string, unknown>
    /** True when an entry was written from which a fact or a result may follow. */
    isStirred: boolean
    /**
     * True when the workflow must read the agenda even if nothing is due, such as after a clock change or an erasure.
     */
    mustNudge: boolean
    /** The request that writes the entries; undefined for a task. */
    requestId?: string | undefined
    /** The key of the task that makes the commit. */
    task?: string | undefined
    /** The cause of the change, for the workflow’s event history. */
    by?: NudgeCode | undefined
    /** Whether the commit nudges, set once it has been written. */
    nudges: boolean
  }

/**
 * The first argument of each part of a commit: the database transaction, the locked row, and the dependencies that it
 * needs.
 */
export type InCommit<Deps = unknown> = Deps & { readonly tx: Db; readonly locked: Locked }

/** The opened keys by the wrapped key object of a row; they are collected with the commit or request that read it. */
const opened = new WeakMap<
  WrappedKey,
  { readonly sealer: Sealer; readonly key: Promise<DataKey> }
>()

/** Keeps the key of a new transaction, which then need not be opened. */
export function keepDataKey(sealer: Sealer, wrapped: WrappedKey, key: DataKey): void {
  opened.set(wrapped, { sealer, key: Promise.resolve(key) })
}

/** A commit opens the key once, however many of its parts seal data. */
export function openDataKey(
  sealer: Sealer,
  { tenant, id, key: wrapped }: Pick<Locked, 'tenant' | 'id' | 'key'>,
): Promise<DataKey> {
  const known = opened.get(wrapped)
  if (known?.sealer === sealer) return known.key
  const key = sealer.openKey(tenant, id, wrapped)
  opened.set(wrapped, { sealer, key })
  // A failure is not cached, because a later try may succeed.
  key.catch(() => opened.delete(wrapped))
  return key
}
