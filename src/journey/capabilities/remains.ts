// The data of a capability about a transaction outside of the database, deleted after the commit of the erasure,
// because no other system can take part in a transaction of PostgreSQL.
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Counts } from './erased.ts'

/** The vendor's own reference for what it stores of a transaction, which is never a number of the person. */
export type AtVendor = { readonly account: string; readonly ref: string }

/** The data that a person had given through a link and has withdrawn. */
export type TakenBack = {
  readonly linkId: string
  readonly examinations: string[]
  readonly objects: string[]
  readonly what: Counts
}

/** `withdrawnAt` is by the transaction's clock. */
export type TakenBackAt = TakenBack & { readonly withdrawnAt: Date }

/** A transaction whose erasure was committed. */
export type Erased = Owner & {
  readonly transactionId: string
  readonly because: 'request' | 'retention'
  readonly status: 'running' | 'restricted' | 'done'
}

export type Remains = {
  /** Erases or informs the transactions that depend on the erased one; resolves to the results, for receipts. */
  readonly eraseAlong?: (erased: Erased) => Promise<Counts>
  /** Runs before the key is destroyed, and lists what is stored with vendors that can erase it. */
  readonly listAtVendors?: (ctx: InCommit) => Promise<readonly AtVendor[]>
  /**
   * Asks the vendor to erase. Rejects when the vendor cannot be asked now; false when the account is not one of this
   * capability's.
   */
  readonly eraseAtVendor?: (asked: AtVendor, signal: AbortSignal) => Promise<boolean>
  /** Deletes what can find a person but is still needed for a while. It is called again until it resolves to true. */
  readonly forgetLater?: (db: Db, id: string) => Promise<boolean>
  /**
   * Removes objects that no row names any more, or that belong to an erased transaction; `others` are removed unless a
   * row still names them. Rejects when the object store is unavailable.
   */
  readonly removeObjects?: (
    db: Db,
    store: ObjectStore,
    id: string,
    others?: readonly string[],
  ) => Promise<void>
  /** Repeats a person's withdrawal after a restore; false when there was nothing to withdraw. */
  readonly withdrawAgain?: (ctx: InCommit, taken: TakenBackAt) => Promise<boolean>
}
