// Measures how far the workflows are behind. The query is bounded, because it runs every few seconds during an outage
// too.
import { sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { overdueMs } from './rules.ts'

const lagMax = 1_000

export type Lag = {
  /** The number is counted only up to 1 000. */
  readonly transactions: number
  /** How long ago the first of their tasks was due, in wall time; 0 when none is due. */
  readonly oldestSeconds: number
}

/**
 * Counts the transactions that the sweep has nudged and whose workflow has not looked since, the most often nudged
 * first, and those that the sweep should have looked at ten seconds ago. Without an owner it counts those of all
 * tenants.
 */
export async function readLag(db: Db, owner?: Owner): Promise<Lag> {
  const columns = sql`agenda, clock_offset_ms`
  const now = sql`extract(epoch from statement_timestamp()) * 1000`
  const own = owner ? sql`and tenant = ${owner.tenant} and mode = ${owner.mode}` : sql``
  // A transaction whose sandbox clock was moved is counted but gives no age, because the move makes tasks due at once
  // that were months away.
  const [lag] = await db.execute<Lag>(sql`
    with overdue as materialized (
      (select ${columns} from ${transactions} where sweeps > 0 and agenda <> '[]' ${own} order by sweeps desc limit ${lagMax})
      union all
      (select ${columns} from ${transactions} where sweeps = 0 and sweep_at <= ${now} - ${overdueMs} ${own}
        order by sweep_at limit ${lagMax})
      limit ${lagMax}
    )
    select count(*)::int as transactions, greatest(0, coalesce(max((${now} - (
        select min((task ->> 'dueAt')::float8) from jsonb_array_elements(agenda) task
      )) / 1000) filter (where clock_offset_ms = 0), 0))::float8 as "oldestSeconds"
    from overdue`)
  return lag ?? { transactions: 0, oldestSeconds: 0 }
}
