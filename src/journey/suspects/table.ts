import { sql } from 'drizzle-orm'
import { boolean, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Lane } from '#src/journey/agenda/task.ts'
import { instant } from '#src/platform/db/columns.ts'

/**
 * Tasks that wait for their turn alone, or apart: so that they are found without a look at every agenda, which is the
 * truth. A row whose task is parked no more is deleted by whoever looks.
 */
export const suspects = pgTable(
  'suspect_task',
  {
    transactionId: uuid('transaction_id').notNull(),
    key: text('key').notNull(),
    lane: text('lane').$type<Lane>().notNull(),
    since: instant('since').notNull().defaultNow(),
    apart: boolean('apart').notNull().default(false),
    /** The process in which it runs alone, and when that was last heard of. */
    holder: uuid('holder'),
    heldAt: instant('held_at'),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.key] }),
    // One at a time in the whole deployment, of each lane.
    uniqueIndex('suspect_task_alone')
      .on(table.lane)
      .where(sql`${table.holder} is not null`),
  ],
)
