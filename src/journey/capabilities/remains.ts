// What a capability has of a transaction outside of the database: it goes after the commit of the erasure, because no
// other system takes part in that.
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { ServiceDeps } from '#src/main/capability.ts'
import type { TakenBack } from '#src/journey/erasure/withdrawals.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'

/** What a vendor has, and how the vendor names it: no number of a person. */
export type AtVendor = { readonly account: string; readonly ref: string }

/** By the transaction's clock. */
export type TakenBackAt = TakenBack & { readonly withdrawnAt: Date }

export type Remains = {
  /** Before the key is destroyed: what vendors have that can erase. */
  readonly listAtVendors?: (ctx: InCommit<ServiceDeps>) => Promise<readonly AtVendor[]>
  /** Rejects when the vendor cannot be asked now; false: it is not one of this capability's. */
  readonly eraseAtVendor?: (
    deps: ServiceDeps,
    asked: AtVendor,
    signal: AbortSignal,
  ) => Promise<boolean>
  /** What finds a person and is needed for a while: true once it is gone. Until then it is asked again. */
  readonly forgetLater?: (deps: Pick<ServiceDeps, 'db'>, id: string) => Promise<boolean>
  /**
   * Of what no row names any more, or of an erased transaction; `others` as far as none names them. Rejects when the
   * store is away.
   */
  readonly removeObjects?: (
    deps: Pick<ServiceDeps, 'db'>,
    store: ObjectStore,
    id: string,
    others?: readonly string[],
  ) => Promise<void>
  /** After a restore: takes back what a person had taken back; false: nothing was to be done. */
  readonly withdrawAgain?: (ctx: InCommit<ServiceDeps>, taken: TakenBackAt) => Promise<boolean>
}
