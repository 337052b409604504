import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'

/** Scores of the runs of packs. */
export const scores = pgTable(
  'score',
  {
    runId: uuid('run_id').notNull(),
    /** The name of the step. */
    step: text('step').notNull(),
    /** `score` or `rating`. */
    module: text('module').$type<'score' | 'rating'>().notNull(),
    ...transactionColumn,
    /** The name and version, such as `identity@1`. */
    scorecard: text('scorecard').notNull(),
    /** Value, reasons and band; for a rating those of each subject. */
    content: sealed('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.step] }),
    index('score_transaction').on(table.transactionId),
  ],
)

/** How much the score of a shadow would have differed for a run or one subject of it; no score and no personal data. */
export const scoreShadows = pgTable(
  'score_shadow',
  {
    /** For a rating, an id that is derived from the run and the subject. */
    runId: uuid('run_id').primaryKey(),
    ...ownerColumns,
    name: text('name').notNull(),
    /** The version of the shadow. */
    version: integer('version').notNull(),
    difference: integer('difference').notNull(),
    /** The names in the scorecards; `-` for no band. */
    bandFrom: text('band_from').notNull(),
    bandTo: text('band_to').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('score_shadow_latest').on(table.tenant, table.mode, table.name, table.version, table.at),
    index('score_shadow_at').on(table.at),
  ],
)
