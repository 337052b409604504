// Stores the outcomes that a tenant has reported, with the values that the transactions had shown.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { isOneOf, toBytes } from '#src/platform/db/rows.ts'
import type { ShownValue } from '#src/risk/insights/shown-values.ts'
import type { ReportedOutcome } from './rules.ts'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { digest, instant } from '#src/platform/db/columns.ts'

/**
 * The outcome that the tenant reported about a transaction; a later report replaces it. @public drizzle-kit reads it.
 */
export const outcomes = pgTable('transaction_outcome', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  outcome: text('outcome').$type<'fraud' | 'good'>().notNull(),
  kind: text('kind'),
  toldAt: instant('told_at').notNull(),
})

/**
 * The values that the transaction had shown, as keyed hashes that include tenant and mode. @public drizzle-kit reads
 * it.
 */
export const outcomeMarks = pgTable(
  'outcome_mark',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => outcomes.transactionId, { onDelete: 'cascade' }),
    kind: text('kind').$type<'document' | 'phone' | 'device'>().notNull(),
    hash: digest('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.kind, table.hash] }),
    index('outcome_mark_hash').on(table.hash),
  ],
)

type OutcomeRow = typeof outcomes.$inferSelect

const marked = ['document', 'phone', 'device'] as const

/** Stores the outcome, and replaces an earlier one. */
export async function putOutcome(
  tx: Db,
  row: OutcomeRow,
  shown: readonly ShownValue[],
): Promise<OutcomeRow> {
  const { transactionId, ...said } = row
  await tx
    .insert(outcomes)
    .values(row)
    .onConflictDoUpdate({ target: outcomes.transactionId, set: said })
  const marks = shown.flatMap(({ kind, hash }) => {
    const own = marked.find((one) => one === kind)
    return own ? [{ transactionId, kind: own, hash }] : []
  })
  if (marks.length > 0) await tx.insert(outcomeMarks).values(marks).onConflictDoNothing()
  return row
}

const toldOfOthers = buildOnce((db: Db) =>
  db
    .selectDistinct({
      outcome: outcomes.outcome,
      fraudKind: outcomes.kind,
      shared: outcomeMarks.kind,
    })
    .from(outcomeMarks)
    .innerJoin(outcomes, eq(outcomes.transactionId, outcomeMarks.transactionId))
    .where(
      and(
        ne(outcomeMarks.transactionId, sql.placeholder('transactionId')),
        isOneOf(outcomeMarks.hash, 'hashes'),
      ),
    )
    .prepare('told_of_others'),
)

/** The outcomes of other transactions that showed one of these values. */
export function listReported(
  db: Db,
  transactionId: string,
  shown: readonly ShownValue[],
): Promise<ReportedOutcome[]> {
  const hashes = toBytes(shown.map(({ hash }) => hash))
  return toldOfOthers(db).execute({ transactionId, hashes })
}

/** Runs in the commit of an erasure. */
export async function forgetOutcome(tx: Db, transactionId: string): Promise<void> {
  await tx.delete(outcomeMarks).where(eq(outcomeMarks.transactionId, transactionId))
  await tx.delete(outcomes).where(inArray(outcomes.transactionId, [transactionId]))
}
