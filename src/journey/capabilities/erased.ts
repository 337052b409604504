// The functions by which capabilities delete data: when a transaction is erased or restricted, and when vendors'
// answers grow old.
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Coverable, RelationshipClass } from '#src/platform/tenants/data.ts'

/** How many rows or objects of each kind were deleted, for the receipt. */
export type Counts = Readonly<Record<string, number>>

/** Adds counts up; kinds of which nothing was deleted are left out. */
export function sum(counts: readonly Counts[]): Counts {
  const total: Record<string, number> = {}
  for (const one of counts)
    for (const [kind, count] of Object.entries(one))
      if (count > 0) total[kind] = (total[kind] ?? 0) + count
  return total
}

/** Deletes what a capability keeps of a transaction by hashes or under another key than the transaction's. */
export type OnErased = (tx: Db, transactionId: string) => Promise<Counts | void>

/** The class of transactions that the law wants kept, and what the duty covers beside the record. */
export type KeptBy = {
  readonly class: RelationshipClass
  readonly covers: readonly Coverable[]
}

/** Deletes what no duty covers, and ends what is under way. */
export type OnRestricted = (tx: Db, locked: Locked, by: KeptBy) => Promise<Counts | void>

/** Deletes vendors' answers older than `before`, except those under a legal hold. A dry run only counts them. */
export type ForgetAnswers = (
  db: Db,
  owner: Owner,
  aged: { readonly before: Date; readonly limit: number; readonly isDry: boolean },
) => Promise<number>
