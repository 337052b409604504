import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import { webhookDeliveries, webhookEndpoints } from './table.ts'

const statuses = ['enabled', 'failing', 'disabled'] as const

/** Sets the metrics of the endpoints’ states, and of the delay of deliveries to healthy ones. */
export async function showWebhooks(
  db: Db,
  shown: Pick<Metrics, 'webhookEndpoints' | 'webhookLateSeconds'>,
): Promise<void> {
  const rows = await db.execute<{
    status: (typeof statuses)[number]
    count: number
    late: number | null
  }>(sql`
    select case when disabled_at is not null then 'disabled'
        when failing_since is not null then 'failing' else 'enabled' end as status,
      count(*)::integer as count,
      extract(epoch from statement_timestamp() - min((
        select min(due_at) from ${webhookDeliveries} one
        where one.endpoint_id = ${webhookEndpoints}.id and one.status = 'pending')))::float8 as late
    from ${webhookEndpoints} group by 1`)
  const found = (status: (typeof statuses)[number]) => rows.find((row) => row.status === status)
  shown.webhookEndpoints.show(
    statuses.map((status) => ({ labels: { status }, value: found(status)?.count ?? 0 })),
  )
  shown.webhookLateSeconds.set(Math.max(0, found('enabled')?.late ?? 0))
}
