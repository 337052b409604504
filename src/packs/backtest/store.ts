import { and, count, desc, eq, sql } from 'drizzle-orm'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import { packEvidence, packRuns } from '#src/packs/runs/table.ts'
import { packBacktests } from './table.ts'
import type { Tally } from './tally.ts'

export type Backtest = typeof packBacktests.$inferSelect

/** Undefined when a backtest of that id exists already. */
export async function insertBacktest(
  tx: Db,
  row: typeof packBacktests.$inferInsert,
): Promise<Backtest | undefined> {
  const [inserted] = await tx.insert(packBacktests).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function findBacktest(db: Db, id: string): Promise<Backtest | undefined> {
  const [found] = await db.select().from(packBacktests).where(eq(packBacktests.id, id))
  return found
}

/** Lists the newest backtests of a pack in the caller’s mode. */
export const listBacktests = (
  db: Db,
  { tenant, mode }: Owner,
  name: string,
  max: number,
): Promise<Backtest[]> =>
  db
    .select()
    .from(packBacktests)
    .where(
      and(
        eq(packBacktests.tenant, tenant),
        eq(packBacktests.mode, mode),
        eq(packBacktests.name, name),
      ),
    )
    .orderBy(desc(packBacktests.createdAt), desc(packBacktests.id))
    .limit(max)

/** Counts under a lock of the tenant, so that concurrent requests cannot exceed the limit. */
export const insertCounted = (
  db: Db,
  row: typeof packBacktests.$inferInsert,
  runningMax: number,
): Promise<'inserted' | 'there' | 'too-many'> =>
  db.transaction(async (tx) => {
    const key = `backtests:${row.tenant}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    if (await findBacktest(tx, row.id)) return 'there'
    if ((await countRunning(tx, row.tenant)) >= runningMax) return 'too-many'
    return (await insertBacktest(tx, row)) ? 'inserted' : 'there'
  })

async function countRunning(db: Db, tenant: string): Promise<number> {
  const running = and(eq(packBacktests.tenant, tenant), eq(packBacktests.status, 'running'))
  const [found] = await db.select({ count: count() }).from(packBacktests).where(running)
  return found?.count ?? 0
}

/** Lists the backtests that were requested at least `seconds` ago and have not ended. */
export async function listRunning(
  db: Db,
  seconds: number,
): Promise<Pick<Backtest, 'id' | 'tenant'>[]> {
  return db
    .select({ id: packBacktests.id, tenant: packBacktests.tenant })
    .from(packBacktests)
    .where(
      and(
        eq(packBacktests.status, 'running'),
        sql`${packBacktests.createdAt} < clock_timestamp() - make_interval(secs => ${seconds})`,
      ),
    )
}

/** A past run with its sealed evidence, and the wrapped key to open it. */
export type PastRow = {
  readonly id: string
  readonly transactionId: string
  readonly tenant: string
  readonly mode: Mode
  readonly owner: string
  readonly name: string
  readonly version: number
  readonly kept: Sealed | null
  readonly keyId: string
  readonly wrappedKey: Buffer | null
  /** In epoch ms. */
  readonly startedAt: number
  readonly status: string
  readonly outcome: string | null
  readonly stopReason: string | null
  readonly decidedBy: string | null
  readonly answers: Answers
  readonly erased: boolean
}

/** The next past runs after the position of the backtest, newest first. */
export async function readPastRuns(db: Db, one: Backtest, max: number): Promise<PastRow[]> {
  const { lastStartedAt, lastRun } = one
  const behind =
    lastRun === null || lastStartedAt === null
      ? sql``
      : sql`and (run.started_at, run.id) < (to_timestamp(${lastStartedAt}::float8 / 1000), ${lastRun}::uuid)`
  const found = await db.execute<PastRow>(sql`
    select run.id, run.transaction_id as "transactionId", run.status, run.outcome, run.answers,
      run.stop_reason as "stopReason", run.decided_by as "decidedBy",
      run.tenant, run.mode, run.owner, run.name, run.version, seen.kept,
      submitted.key_id as "keyId", submitted.wrapped_key as "wrappedKey",
      (extract(epoch from run.started_at) * 1000)::float8 as "startedAt",
      (owning.erased_at is not null or owning.restricted_at is not null) as erased
    from ${packRuns} run join ${transactions} owning on owning.id = run.transaction_id
      join ${submissions} submitted on submitted.id = run.transaction_id
      left join ${packEvidence} seen on seen.run_id = run.id
    where ${ofBacktest(one)} ${behind}
    order by run.started_at desc, run.id desc
    limit ${max}`)
  return [...found]
}

/** Selects completed runs of one version, or of all versions of the pack’s owner. */
const ofBacktest = ({ tenant, mode, owner, name, against, since }: Backtest) => sql`
  run.tenant = ${tenant} and run.mode = ${mode} and run.name = ${name} and run.owner = ${owner}
    and run.started_at >= ${since.toISOString()}::timestamptz and run.ended_at is not null
    and run.outcome is distinct from 'cancelled'
    ${against === null ? sql`` : sql`and run.version = ${against}`}`

export async function countPastRuns(db: Db, one: Backtest): Promise<number> {
  const [found] = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select 1 from ${packRuns} run where ${ofBacktest(one)} limit ${one.limit}
    ) as asked`)
  return found?.total ?? 0
}

type Progress = Pick<Backtest, 'total' | 'seen' | 'lastStartedAt' | 'lastRun'> & {
  readonly tally: Tally
  readonly isDone: boolean
}

/** False where another attempt at the same batch was first, so that nothing is counted twice. */
export async function saveBatch(db: Db, before: Backtest, { isDone, ...progress }: Progress) {
  const written = await db
    .update(packBacktests)
    .set({ ...progress, ...(isDone && { status: 'completed' as const, endedAt: new Date() }) })
    .where(
      and(
        eq(packBacktests.id, before.id),
        eq(packBacktests.seen, before.seen),
        eq(packBacktests.status, 'running'),
      ),
    )
    .returning({ id: packBacktests.id })
  return written.length > 0
}

export async function failBacktest(db: Db, id: string): Promise<void> {
  await db
    .update(packBacktests)
    .set({ status: 'failed', endedAt: new Date() })
    .where(and(eq(packBacktests.id, id), eq(packBacktests.status, 'running')))
}

export const isOwned = (one: Backtest, { tenant, mode }: Owner, name: string): boolean =>
  one.tenant === tenant && one.mode === mode && one.name === name
