// What a capability has of a transaction outside of the database: it goes after the commit of the erasure, because no
// other system takes part in that.
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Counts } from './erased.ts'

/** What a vendor has, and how the vendor names it: no number of a person. */
export type AtVendor = { readonly account: string; readonly ref: string }

/** What was given by the link, as far as it goes. */
export type TakenBack = {
  readonly linkId: string
  readonly examinations: string[]
  readonly objects: string[]
  readonly what: Counts
}

/** By the transaction's clock. */
export type TakenBackAt = TakenBack & { readonly withdrawnAt: Date }

/** A transaction whose erasure was committed. */
export type Erased = Owner & {
  readonly transactionId: string
  readonly because: 'request' | 'retention'
  readonly status: 'running' | 'restricted' | 'done'
}

export type Remains = {
  /** Erases or tells the transactions that depend on the erased one; resolves to what became of them, for receipts. */
  readonly eraseAlong?: (erased: Erased) => Promise<Counts>
  /** Before the key is destroyed: what vendors have that can erase. */
  readonly listAtVendors?: (ctx: InCommit) => Promise<readonly AtVendor[]>
  /** Rejects when the vendor cannot be asked now; false: it is not one of this capability's. */
  readonly eraseAtVendor?: (asked: AtVendor, signal: AbortSignal) => Promise<boolean>
  /** Forgets what can find a person but is needed for a while; true once it is gone, until then it is called again. */
  readonly forgetLater?: (db: Db, id: string) => Promise<boolean>
  /**
   * Removes objects that no row names any more, or that belong to an erased transaction; `others` as far as none names
   * them. Rejects when the store is away.
   */
  readonly removeObjects?: (
    db: Db,
    store: ObjectStore,
    id: string,
    others?: readonly string[],
  ) => Promise<void>
  /** After a restore: takes back what a person had taken back; false: nothing was to be done. */
  readonly withdrawAgain?: (ctx: InCommit, taken: TakenBackAt) => Promise<boolean>
}
