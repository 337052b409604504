// Counts live messages by tenant and account, for metrics and for caps on spending.
import { sql } from 'drizzle-orm'
import { firstIdOf } from '#src/platform/ids.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'

export type Volume = {
  readonly tenant: string
  readonly account: string
  readonly channel: string
  /** Messages of the last hour that the account accepted, and how many of them arrived, failed and were answered. */
  readonly taken: number
  readonly delivered: number
  readonly failed: number
  readonly answered: number
  /** The cost of the last 24 hours, in millionths. */
  readonly spendMicros: number
}

/** Records are found by their ids, which begin with their time. */
async function readVolumes(
  db: Db,
  now = Date.now(),
  mode: 'live' | 'sandbox' = 'live',
): Promise<Volume[]> {
  const hour = sql`${new Date(now - 3_600_000).toISOString()}::timestamptz`
  const rows = await db.execute<{ [Key in keyof Volume]: string }>(sql`
    select c.tenant, a.account, c.channel,
      count(*) filter (where recent and accepted) as taken,
      count(*) filter (where recent and accepted and arrived) as delivered,
      count(*) filter (where recent and accepted and not arrived and a.failed_at is not null) as failed,
      count(*) filter (where recent and accepted and c.replied_at is not null) as answered,
      coalesce(sum(a.cost_micros), 0) as "spendMicros"
    from ${challenges} c join ${challengeAttempts} a on a.challenge_id = c.id
    cross join lateral (
      select c.wall_created_at > ${hour} as recent, a.outcome = 'accepted' and a.attempt > 0 as accepted,
        coalesce(c.delivered_at, c.read_at, c.replied_at) is not null as arrived
    ) what
    where c.id >= ${firstIdOf(now - 24 * 3_600_000)}::uuid and c.mode = ${mode}
    group by c.tenant, a.account, c.channel`)
  return rows.map(({ tenant, account, channel, ...counted }) => ({
    tenant,
    account,
    channel,
    taken: Number(counted.taken),
    delivered: Number(counted.delivered),
    failed: Number(counted.failed),
    answered: Number(counted.answered),
    spendMicros: Number(counted.spendMicros),
  }))
}

export async function showVolumes(
  db: Db,
  { messagesHour, spendDay }: Pick<Metrics, 'messagesHour' | 'spendDay'>,
  mode: 'live' | 'sandbox' = 'live',
): Promise<void> {
  const volumes = await readVolumes(db, Date.now(), mode)
  messagesHour.show(
    volumes.flatMap(({ tenant, account, channel, taken, delivered, failed, answered }) =>
      Object.entries({ taken, delivered, failed, answered }).map(([state, value]) => ({
        labels: { tenant, account, channel, state },
        value,
      })),
    ),
  )
  spendDay.show(
    volumes.map(({ tenant, account, spendMicros }) => ({
      labels: { tenant, account },
      value: spendMicros,
    })),
  )
}
