// Sums what checks have cost a tenant, from their attempts.
import { and, eq, sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { dayOf } from './spending.ts'
import type { CheckSpending } from './spent-schema.ts'
import { checkAttempts, checkOrders, checks, checkSpending } from '#src/screening/orders/table.ts'

const dayMs = 86_400_000

/** Reads the spending of today and of the days before. */
export async function readSpending(
  db: Db,
  owner: Owner,
  { days, now }: { readonly days: number; readonly now: Date },
  cap: number | undefined,
): Promise<CheckSpending> {
  const today = dayOf(now)
  const since = new Date(Date.parse(`${today}T00:00:00Z`) - (days - 1) * dayMs).toISOString()
  const spent = await db.execute<CheckSpending['spent'][number]>(sql`
    select to_char(a.claimed_at at time zone 'UTC', 'YYYY-MM-DD') as day, a.account, o.service,
      count(*)::int as attempts,
      count(*) filter (where a.outcome = 'uncertain')::int as uncertain,
      sum(a.sent - 1)::int as repeated,
      coalesce(sum(a.cost_micros), 0)::float8 as "costMicros"
    from ${checkAttempts} a
      join ${checkOrders} o on o.id = a.order_id
      join ${checks} c on c.id = o.check_id
      join ${submissions} t on t.id = c.transaction_id
    where a.claimed_at >= ${since}::timestamptz and t.tenant = ${owner.tenant}
      and t.mode = ${owner.mode}
    group by 1, 2, 3 order by 1, 2, 3`)
  const [row] = await db
    .select({ micros: checkSpending.spentMicros })
    .from(checkSpending)
    .where(
      and(
        eq(checkSpending.tenant, owner.tenant),
        eq(checkSpending.mode, owner.mode),
        eq(checkSpending.day, today),
      ),
    )
  return {
    since,
    spent: [...spent],
    today: { spentMicros: row?.micros ?? 0, ...(cap !== undefined && { capMicros: cap }) },
  }
}
