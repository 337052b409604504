// What capabilities delete, when a transaction is erased or restricted and as their answers grow old.
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Coverable, RelationshipClass } from '#src/platform/tenants/data.ts'

/** How much of each kind went, for the receipt. */
export type Counts = Readonly<Record<string, number>>

/** Kinds of which nothing went are left out. */
export function sum(counts: readonly Counts[]): Counts {
  const total: Record<string, number> = {}
  for (const one of counts)
    for (const [kind, count] of Object.entries(one))
      if (count > 0) total[kind] = (total[kind] ?? 0) + count
  return total
}

/** A capability deletes what it keeps of a transaction by hashes and beside its key. */
export type OnErased = (tx: Db, transactionId: string) => Promise<Counts | void>

/** Why a transaction is kept, and what beside its record. */
export type KeptBy = {
  readonly class: RelationshipClass
  readonly covers: readonly Coverable[]
}

/** A capability deletes what no duty covers, and ends what is under way. */
export type OnRestricted = (tx: Db, locked: Locked, by: KeptBy) => Promise<Counts | void>

/** Vendors' answers that are older than `before`, of what is not held; dry: all there are, counted. */
export type ForgetAnswers = (
  db: Db,
  owner: Owner,
  aged: { readonly before: Date; readonly limit: number; readonly isDry: boolean },
) => Promise<number>
