import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'
import type { AnyAnswer } from '#src/platform/http/reply.ts'

/** First answers to keyed requests that belong to no transaction; they hold nothing that must be sealed. */
export const plainAnswers = pgTable(
  'plain_answer',
  {
    ...ownerColumns,
    operation: text('operation').notNull(),
    keyHash: digest('key_hash').notNull(),
    fingerprint: digest('fingerprint').notNull(),
    answer: jsonb('answer').$type<AnyAnswer>().notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.mode, table.operation, table.keyHash] }),
    index('plain_answer_age').on(table.createdAt),
  ],
)
