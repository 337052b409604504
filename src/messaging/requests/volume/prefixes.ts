// Stops SMS pumping: a prefix (a number without its last four digits) that gets many messages and hardly answers is
// blocked for a while. Each request checks it in its commit, so that all processes agree.
import { and, eq, gt, sql } from 'drizzle-orm'
import { isPumped } from '#src/messaging/phones/pumping.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import { challengeAttempts, challenges, prefixBlocks } from '#src/messaging/challenges/table.ts'

const hourMs = 60 * 60_000

export type PrefixDeps = {
  readonly messaging: Pick<Messaging, 'tenants'>
  readonly metrics: Pick<Metrics, 'pumpingRefused'>
  readonly log: Pick<Log, 'warn'>
}

/** Returns 0, or the seconds until the tenant may send to that prefix again. */
export async function askPrefix(
  { tx, locked, messaging, metrics, log }: InCommit<PrefixDeps>,
  prefixHash: Buffer,
): Promise<number> {
  const { tenant } = locked
  const rule = messaging.tenants.of(tenant).messages.pumping
  // Sandbox messages cost nothing, so they are not watched; but a tester can see a block.
  if (rule.action === 'off' || (rule.action === 'watch' && locked.mode === 'sandbox')) return 0
  const blocked = rule.action === 'block' ? await readBlock(tx, locked, prefixHash) : 0
  if (blocked > 0) {
    metrics.pumpingRefused.inc({ tenant, outcome: 'blocked' })
    return blocked
  }
  const counted = await countPrefix(tx, locked, prefixHash)
  if (!isPumped(counted, rule)) return 0
  const outcome = rule.action === 'block' ? 'blocked' : 'watched'
  metrics.pumpingRefused.inc({ tenant, outcome })
  log.warn({ tenant, ...counted, outcome }, 'messages to a prefix are hardly answered')
  if (rule.action !== 'block') return 0
  const seconds = rule.blockMinutes * 60
  await block(tx, locked, { prefixHash, seconds, ...counted })
  return seconds
}

/** Whether a further number of a record is blocked too. */
export const isBlocked = async (
  { tx, locked, messaging }: InCommit<Pick<PrefixDeps, 'messaging'>>,
  prefixHash: Buffer,
): Promise<boolean> =>
  messaging.tenants.of(locked.tenant).messages.pumping.action === 'block' &&
  (await readBlock(tx, locked, prefixHash)) > 0

async function readBlock(
  tx: Db,
  { tenant, mode, wallNow }: Locked,
  prefixHash: Buffer,
): Promise<number> {
  const [found] = await tx
    .select({ until: prefixBlocks.until })
    .from(prefixBlocks)
    .where(
      and(
        eq(prefixBlocks.tenant, tenant),
        eq(prefixBlocks.mode, mode),
        eq(prefixBlocks.prefixHash, prefixHash),
        gt(prefixBlocks.until, wallNow),
      ),
    )
  return found ? Math.ceil((found.until.getTime() - wallNow.getTime()) / 1_000) : 0
}

type Counted = { readonly sent: number; readonly answered: number }

/** Counts the last hour: each send of each record, and one answer for each record that was answered or confirmed. */
async function countPrefix(
  tx: Db,
  { wallNow }: Pick<Locked, 'wallNow'>,
  prefixHash: Buffer,
): Promise<Counted> {
  const since = new Date(wallNow.getTime() - hourMs).toISOString()
  const [row] = await countsOf(tx).execute({ since, hash: prefixHash.toString('hex') })
  return { sent: Number(row?.sent ?? 0), answered: Number(row?.answered ?? 0) }
}

const since = sql`${sql.placeholder('since')}::timestamptz`
/** The hash includes tenant and mode. */
const hash = sql`decode(${sql.placeholder('hash')}, 'hex')`
const countsOf = buildSqlOnce<{ readonly sent: string; readonly answered: string }>(
  () => sql`
    with records as (
      select replied_at from ${challenges}
      where prefix_hash = ${hash} and wall_created_at > ${since}
        and not (accepted_at is null and coalesce(failure_code in ('provider-failed', 'no-provider'), false))
    )
    select
      (select count(*) from records) + (
        select count(*) from ${challengeAttempts}
        where prefix_hash = ${hash} and claimed_at > ${since} and attempt <> 1
      ) as sent,
      (select count(replied_at) from records) as answered`,
)

async function block(
  tx: Db,
  { tenant, mode, wallNow }: Locked,
  { prefixHash, seconds, ...counted }: Counted & { prefixHash: Buffer; seconds: number },
): Promise<void> {
  const until = new Date(wallNow.getTime() + seconds * 1_000)
  const set = { since: wallNow, until, ...counted }
  await tx
    .insert(prefixBlocks)
    .values({ tenant, mode, prefixHash, ...set })
    .onConflictDoUpdate({
      target: [prefixBlocks.tenant, prefixBlocks.mode, prefixBlocks.prefixHash],
      set,
    })
}

/** Updates the metric of blocked prefixes per tenant. */
export async function showBlocks(
  db: Db,
  { prefixesBlocked }: Pick<Metrics, 'prefixesBlocked'>,
): Promise<void> {
  const rows = await db.execute<{ tenant: string; count: string }>(sql`
    select tenant, count(*) from ${prefixBlocks}
    where until > statement_timestamp() and mode = 'live' group by tenant`)
  prefixesBlocked.show(
    rows.map(({ tenant, count }) => ({ labels: { tenant }, value: Number(count) })),
  )
}

/** Deletes a batch of blocks that ended a day ago; resolves to their number. */
export const forgetOldBlocks = (db: Db): Promise<number> =>
  deleteOlder(db, prefixBlocks.until, '1 day')
