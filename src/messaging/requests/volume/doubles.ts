// Limits how many questions are sent a second time because the outcome of the first send is unknown: two questions
// confuse a person, so an outage must not double all of them. A duplicate token does no harm and is not limited.
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { firstIdOf } from '#src/platform/ids.ts'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { isToken } from '#src/messaging/wire/channel.ts'
import { challenges, doubledSends } from '#src/messaging/challenges/table.ts'

const hourMs = 60 * 60_000
const share = 0.1

/** How many questions may be doubled per number of messages in an hour; at least one, for small tenants. */
const doublesMax = (messages: number): number => Math.max(1, Math.floor(messages * share))

/** Undefined when the question may not be sent a second time. `take` counts the second send when it happens. */
export async function askToDouble(
  { tx, locked, metrics }: InCommit<{ readonly metrics: Pick<Metrics, 'questionsDoubled'> }>,
  { challengeKind }: Pick<ChallengeState, 'challengeKind'>,
): Promise<{ take(): Promise<void> } | undefined> {
  if (isToken(challengeKind)) return { take: async () => {} }
  const { tenant } = locked
  if (!(await hasRoom(tx, locked))) {
    metrics.questionsDoubled.inc({ tenant, outcome: 'refused' })
    return undefined
  }
  return {
    async take() {
      metrics.questionsDoubled.inc({ tenant, outcome: 'sent' })
      const { mode, wallNow: at } = locked
      await tx.insert(doubledSends).values({ tenant, mode, at })
    },
  }
}

/** Takes the tenant’s lock, the last one of a commit, and holds it until the commit makes the count visible. */
async function hasRoom(
  tx: Db,
  { tenant, mode, wallNow }: Pick<Locked, 'tenant' | 'mode' | 'wallNow'>,
): Promise<boolean> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`doubles/${mode}/${tenant}`}, 0))`,
  )
  const since = new Date(wallNow.getTime() - hourMs)
  const own = and(eq(doubledSends.tenant, tenant), eq(doubledSends.mode, mode))
  const [doubled] = await tx
    .select({ count: count() })
    .from(doubledSends)
    .where(and(own, gt(doubledSends.at, since)))
  const [sent] = await tx.execute<{ count: string }>(sql`
    select count(*) from ${challenges}
    where id >= ${firstIdOf(since.getTime())}::uuid and tenant = ${tenant} and mode = ${mode}
      and channel <> 'email'`)
  return (doubled?.count ?? 0) < doublesMax(Number(sent?.count ?? 0))
}

/** Deletes a batch of doublings from more than two hours ago; resolves to their number. */
export const forgetOldDoubles = (db: Db): Promise<number> =>
  deleteOlder(db, doubledSends.at, '2 hours')
