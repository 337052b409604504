import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'
import type { ChildStatus } from '#src/packs/document/child-rules.ts'

/**
 * The elements of a step's list, as of the moment when the run came to it, and the transaction made for each. Commits
 * on the parent and on the child write different columns, and neither locks the other’s transaction.
 */
export const packChildren = pgTable(
  'pack_child',
  {
    /** The id of the parent. */
    ...transactionColumn,
    runId: uuid('run_id').notNull(),
    step: text('step').notNull(),
    round: integer('round').notNull(),
    /** The position in the list, from 0. */
    place: integer('place').notNull(),
    /** Derived from run, step, round and document; null when no transaction is made for the element. */
    childId: uuid('child_id'),
    /** The owner, name and version of the pack that it runs. */
    packOwner: text('pack_owner'),
    packName: text('pack_name'),
    packVersion: integer('pack_version'),
    /** The fields for the child's creation, sealed with the parent’s key. */
    fields: sealed('fields').notNull(),
    /** Until when the child's link is valid, by the parent’s clock; null without a link. */
    linkUntil: instant('link_until'),
    /** Written by the child’s commits: when it was made, its run, and the result of that run. */
    madeAt: instant('made_at'),
    childRunId: uuid('child_run_id'),
    status: text('status').$type<ChildStatus>().notNull(),
    outcome: text('outcome'),
    stopReason: text('stop_reason'),
    /** Written by the parent’s commits: when no more children are made, and the last state that the parent knows. */
    cancelledAt: instant('cancelled_at'),
    told: text('told'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.step, table.round, table.place] }),
    index('pack_child_parent').on(table.transactionId),
    index('pack_child_child').on(table.childId),
  ],
)
