// Stores what operators did to transactions, with their reasons sealed.
import { desc, eq } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Db } from '#src/platform/db/client.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey, type Locked } from '#src/journey/transaction/locked.ts'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import type { Act } from '#src/journey/transaction/rules.ts'

/** @public drizzle-kit reads it. */
export const acts = pgTable(
  'transaction_act',
  {
    ...transactionColumn,
    /** The number of the first journal entry that the act wrote. */
    seq: integer('seq').notNull(),
    act: text('act').$type<Act>().notNull(),
    reason: sealed('reason').notNull(),
    /** By the transaction's clock. */
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.seq] })],
)

type Owning = Pick<Locked, 'tenant' | 'id' | 'key'>

const context = ({ tenant, id }: Owning, seq: number): SealContext => ({
  tenant,
  transaction: id,
  table: 'transaction_act',
  column: 'reason',
  rowId: `${id}/${seq}`,
})

export async function keepAct(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  { act, seq, reason }: { readonly act: Act; readonly seq: number; readonly reason: string },
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const row = { transactionId: locked.id, seq, act, at: locked.now }
  await tx.insert(acts).values({ ...row, reason: sealer.seal(key, context(locked, seq), reason) })
}

export type KeptAct = { readonly act: Act; readonly at: Date; readonly reason: string }

/** Lists the newest twenty, newest first. */
export async function listActs(db: Db, sealer: Sealer, owning: Owning): Promise<KeptAct[]> {
  const rows = await db
    .select()
    .from(acts)
    .where(eq(acts.transactionId, owning.id))
    .orderBy(desc(acts.seq))
    .limit(20)
  if (rows.length === 0) return []
  const key = await openDataKey(sealer, owning)
  return rows.map(({ act, at, seq, reason }) => ({
    act,
    at,
    reason: sealer.unseal<string>(key, context(owning, seq), reason),
  }))
}
