// Limits how many questions are sent a second time because nobody knows whether the first one left: a person who gets
// both is confused, so an outage must not double everything. A token's duplicate does no harm and is not limited.
import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import { firstIdOf } from '#src/platform/ids.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { isToken } from '#src/messaging/wire/channel.ts'
import { challenges, doubledSends } from '#src/messaging/challenges/table.ts'

const hourMs = 60 * 60_000
const share = 0.1

/** Of so many messages in an hour so many questions may be doubled: one at least, so that a small tenant has one too. */
const doublesMax = (messages: number): number => Math.max(1, Math.floor(messages * share))

/** Undefined: it may not go out a second time. `take` counts it, once it is to. */
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

/** The tenant's lock is the last that a commit takes, and is held until what it counts is seen by others. */
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

/** Forgets a batch of those of two hours ago; resolves to how many there were. */
export async function forgetOldDoubles(db: Db): Promise<number> {
  const old = db
    .select({ id: sql`ctid` })
    .from(doubledSends)
    .where(lt(doubledSends.at, sql`statement_timestamp() - interval '2 hours'`))
    .limit(1_000)
  const gone = await db
    .delete(doubledSends)
    .where(sql`ctid = any(array(${old}))`)
    .returning({ at: doubledSends.at })
  return gone.length
}
