// The alarms of `deploy/prometheus` that follow from rows, for one tenant and mode. Those that need a process's own
// state (resting accounts, an unreachable database, dying workers) are missing here.
import { sql } from 'drizzle-orm'
import { readLag } from '#src/journey/agenda/lag.ts'
import { endpoints } from '#src/journey/endpoints/table.ts'
import { suspects } from '#src/journey/suspects/store.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { webhookDeliveries, webhookEndpoints } from '#src/journey/webhooks/table.ts'
import { prefixBlocks } from '#src/messaging/challenges/table.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Alarm, AlarmName } from './schema.ts'

/** The limits of the alarm rules, in seconds. */
const late = { transactions: 20, reviews: 900, webhooks: 120 } as const

type Row = { readonly name: AlarmName; readonly count: number; readonly since: number }

/** In the order of the run-book: the most urgent alarms first. */
export async function readAlarms(db: Db, owner: Owner): Promise<Alarm[]> {
  const [lag, rows] = await Promise.all([readLag(db, owner), readRows(db, owner)])
  const overdue: Row[] =
    lag.oldestSeconds > late.transactions
      ? [{ name: 'TransactionsOverdue', count: lag.transactions, since: Date.now() - lag.oldestSeconds * 1_000 }] // prettier-ignore
      : []
  return [...overdue, ...rows].map((row) => ({ ...row, since: new Date(row.since).toISOString() }))
}

async function readRows(db: Db, { tenant, mode }: Owner): Promise<Row[]> {
  const own = sql`one.tenant = ${tenant} and one.mode = ${mode}`
  const now = sql`statement_timestamp()`
  const rows = await db.execute<Row>(sql`
    select name, count, extract(epoch from since)::float8 * 1000 as since from (
      select 1 as place, 'TasksSetApart' as name, count(*)::int, min(task.since) as since
      from ${suspects} task join ${transactions} one on one.id = task.transaction_id
      where ${own} and task.apart and exists (
        select from jsonb_array_elements(one.agenda) open
        where open ->> 'key' = task.key and open -> 'parked' ->> 'until' = 'apart')
      union all
      select 2, 'PumpingStopped', count(*)::int, min(one.since) from ${prefixBlocks} one
      where ${own} and one.until > ${now}
      union all
      select 3, 'ReviewsOverdue', count(*)::int, min(${now} - review.late) from ${reviews} one
      join ${transactions} about on about.id = one.transaction_id
      cross join lateral (
        select ${now} + about.clock_offset_ms * interval '1 millisecond' - one.deadline_at as late
      ) review
      where ${own} and one.closed_at is null and about.erased_at is null
        and review.late > make_interval(secs => ${late.reviews})
      union all
      select 4, 'WebhookDisabled', count(*)::int, min(one.disabled_at) from ${webhookEndpoints} one
      where ${own} and one.disabled_reason in ('gone', 'failing')
      union all
      select 5, 'WebhooksLate', count(*)::int, min(delivery.due_at) from ${webhookEndpoints} one
      join ${webhookDeliveries} delivery on delivery.endpoint_id = one.id
      where ${own} and one.disabled_at is null and one.failing_since is null and delivery.status = 'pending'
        and delivery.due_at < ${now} - make_interval(secs => ${late.webhooks})
      union all
      select 6, 'EndpointTrouble', count(*)::int, min(one.failing_since) from ${endpoints} one
      where ${own} and one.failing_since is not null
    ) found where count > 0 order by place`)
  return [...rows]
}
