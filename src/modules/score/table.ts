import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/db/columns.ts'
import { transactions } from '#src/agenda/table.ts'
import type { ScoreReason } from './schema.ts'

/** One score per run of a pack. Its reasons are rules of the scorecard, not data of the person. */
export const scores = pgTable('score', {
  runId: uuid('run_id').primaryKey(),
  transactionId: uuid('transaction_id')
    .notNull()
    .references(() => transactions.id),
  /** `basic@1`. */
  scorecard: text('scorecard').notNull(),
  value: integer('value').notNull(),
  reason: text('reason').notNull(),
  reasons: jsonb('reasons').$type<ScoreReason[]>().notNull(),
  createdAt: instant('created_at').notNull(),
})
