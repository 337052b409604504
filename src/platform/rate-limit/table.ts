import { doublePrecision, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { ownerColumns } from '#src/platform/db/columns.ts'

/** One token bucket per tenant and mode, from which every API process leases. */
export const rateBuckets = pgTable(
  'rate_bucket',
  {
    ...ownerColumns,
    /** The tokens left for all processes at `refilledAt`. */
    tokens: doublePrecision('tokens').notNull(),
    /** The tokens granted by the last lease; stored because PostgreSQL before 18 returns no old values. */
    granted: doublePrecision('granted').notNull(),
    // With microseconds: a bucket of 500 a second gains half a token in each millisecond.
    refilledAt: timestamp('refilled_at', { withTimezone: true, precision: 6 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode] })],
)
