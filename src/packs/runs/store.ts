import type { ModuleRow, ShownRun } from './rows.ts'
import { assert } from '#src/platform/assert.ts'
import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { insertJson, toJsonRows } from '#src/platform/db/rows.ts'
import { buildOnce, buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { Evidence } from './evidence/evidence.ts'
import { openEvidence, sealEvidence } from './evidence/seal-evidence.ts'
import { keepBrought, readBrought } from './evidence/brought.ts'
import { OpenRun } from './run.ts'
import { asksAnew } from '#src/packs/document/options.ts'
import { keepsBrought } from '#src/packs/document/walk.ts'
import { listTaken } from './evidence/taken.ts'
import { packEvidence, packModules, packRuns } from './table.ts'
import type { Versions } from './versions.ts'

// Built once, because drizzle would build the queries again in each commit.
const anyRun = buildSqlOnce(
  () => sql`
    select 1 from ${packRuns}
    where transaction_id = ${sql.placeholder('transactionId')} and name = ${sql.placeholder('name')}
    limit 1`,
)

export const hasRun = async (tx: Db, transactionId: string, name: string): Promise<boolean> =>
  (await anyRun(tx).execute({ transactionId, name })).length > 0

const shown = {
  ...getTableColumns(packRuns),
  statuses: sql<ShownRun['statuses']>`(
    select coalesce(json_object_agg(step, status), '{}') from ${packModules}
    where run_id = ${packRuns.id})`,
  begun: sql<
    Record<string, Omit<ShownRun['begun'][string], 'startedAt'> & { startedAt: string | null }>
  >`(
    select coalesce(json_object_agg(step, json_build_object('round', round, 'again', again, 'startedAt', started_at, 'afresh', afresh, 'taken', taken, 'failureCode', failure_code)), '{}')
    from ${packModules} where run_id = ${packRuns.id})`,
  kept: sql<Buffer | null>`(select kept from ${packEvidence} where run_id = ${packRuns.id})`,
  lastSeq: sql<number>`(
    select last_seq from ${transactions} where ${transactions.id} = ${packRuns.transactionId})`,
}

const latestRun = buildOnce((db: Db) =>
  db
    .select(shown)
    .from(packRuns)
    .where(
      and(
        eq(packRuns.transactionId, sql.placeholder('transactionId')),
        eq(packRuns.name, sql.placeholder('name')),
      ),
    )
    .orderBy(desc(packRuns.startedAt), desc(packRuns.id))
    .limit(1)
    .prepare('latest_run'),
)

export async function findLatestRun(
  db: Db,
  transactionId: string,
  name: string,
): Promise<ShownRun | undefined> {
  const [found] = await latestRun(db).execute({ transactionId, name })
  return found && toShown(found)
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof latestRun>['execute']>>[number]

const toShown = ({ begun, kept, ...row }: ShownRow): ShownRun => ({
  ...row,
  // Safe because the column contains only sealed bytes.
  kept: kept as Sealed | null,
  begun: Object.fromEntries(
    Object.entries(begun).map(([name, { startedAt, ...one }]) => [
      name,
      { ...one, startedAt: startedAt === null ? null : new Date(startedAt) },
    ]),
  ),
})

const runById = buildOnce((db: Db) =>
  db
    .select(shown)
    .from(packRuns)
    .where(eq(packRuns.id, sql.placeholder('id')))
    .prepare('run_by_id'),
)

export async function findRun(db: Db, id: string): Promise<ShownRun | undefined> {
  const [found] = await runById(db).execute({ id })
  return found && toShown(found)
}

export const listModules = (db: Db, runId: string): Promise<ModuleRow[]> =>
  db.select().from(packModules).where(eq(packModules.runId, runId))

/** The start times of a pack’s runs after a given time, in epoch ms of the transaction’s clock. */
export async function listStarts(
  tx: Db,
  transactionId: string,
  name: string,
  after: Date,
): Promise<number[]> {
  const runs = await tx
    .select({ startedAt: packRuns.startedAt })
    .from(packRuns)
    .where(
      and(
        eq(packRuns.transactionId, transactionId),
        eq(packRuns.name, name),
        gt(packRuns.startedAt, after),
      ),
    )
  return runs.map(({ startedAt }) => startedAt.getTime())
}

/** The id of a pack's newest open run, otherwise of its newest run; undefined when it has none. */
export async function findNewestRun(
  tx: Db,
  transactionId: string,
  name: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: packRuns.id })
    .from(packRuns)
    .where(and(eq(packRuns.transactionId, transactionId), eq(packRuns.name, name)))
    .orderBy(sql`${packRuns.endedAt} is not null`, desc(packRuns.startedAt), desc(packRuns.id))
    .limit(1)
  return found?.id
}

/** Reads the latest run of a pack, open or ended. */
export async function readLatestRun(
  tx: Db,
  locked: Locked,
  deps: Reading,
  name: string,
): Promise<OpenRun | undefined> {
  const latest = await findLatestRun(tx, locked.id, name)
  const [run] = latest ? await readRuns(tx, locked, deps, [latest.id]) : []
  return run
}

/** Reads a run of the transaction, open or ended. */
export async function readRun(
  tx: Db,
  locked: Locked,
  deps: Reading,
  id: string,
): Promise<OpenRun | undefined> {
  const [run] = await readRuns(tx, locked, deps, [id])
  return run
}

/** The open ones among these runs, each with the version to which it is pinned. */
export async function readOpenRuns(
  tx: Db,
  locked: Locked,
  deps: Reading,
  ids: readonly string[],
): Promise<OpenRun[]> {
  const runs = await readRuns(tx, locked, deps, ids)
  return runs.filter(({ row }) => row.endedAt === null)
}

const runsOf = buildOnce((db: Db) =>
  db
    .select({ run: packRuns, module: packModules, kept: packEvidence.kept })
    .from(packRuns)
    .leftJoin(packModules, eq(packModules.runId, packRuns.id))
    .leftJoin(packEvidence, eq(packEvidence.runId, packRuns.id))
    .where(
      and(
        eq(packRuns.transactionId, sql.placeholder('transactionId')),
        sql`${packRuns.id} = any((${sql.placeholder('ids')}::text)::uuid[])`,
      ),
    )
    .orderBy(packRuns.startedAt, packRuns.id, packModules.startedAt, packModules.step)
    .prepare('runs_of_transaction'),
)

/** The dependencies for reading a run. */
type Reading = { readonly versions: Pick<Versions, 'find'>; readonly sealer: Sealer }

async function readRuns(
  tx: Db,
  locked: Locked,
  { versions, sealer }: Reading,
  ids: readonly string[],
): Promise<OpenRun[]> {
  const found = await runsOf(tx).execute({ transactionId: locked.id, ids: `{${ids.join(',')}}` })
  const runs = new Map(found.map(({ run }) => [run.id, run]))
  const open = [...runs.values()].map(async (run) => {
    const version = await versions.find(tx, run.owner, run.name, run.version)
    assert(version, 'the run’s version is not stored')
    const modules = found.flatMap(({ module }) => (module?.runId === run.id ? [module] : []))
    const kept = found.find((one) => one.run.id === run.id)?.kept
    const evidence = new Evidence(
      kept ? await openEvidence(sealer, locked, run.id, kept) : undefined,
    )
    const brought = keepsBrought(version.document)
      ? await readBrought(tx, sealer, locked, run.id)
      : undefined
    return [version.document, run, { modules, evidence, ...(brought && { brought }) }] as const
  })
  const read = await Promise.all(open)
  const isAsked = read.some(([{ root }]) => asksAnew(root))
  const takenByRuns = isAsked ? await listTaken(tx, locked.id) : []
  return read.map(([pack, run, more]) => new OpenRun(locked, pack, run, { ...more, takenByRuns }))
}

const { placeholder } = sql

const keepRun = buildSqlOnce(
  () => sql`
    with run as (
      ${insertJson(packRuns, placeholder('run'))}
      on conflict (id) do update set status = excluded.status, outcome = excluded.outcome,
        stop_reason = excluded.stop_reason, decided_by = excluded.decided_by,
        answers = excluded.answers, rounds = excluded.rounds,
        rounds_begun = excluded.rounds_begun,
        unanswered_step = excluded.unanswered_step, ended_at = excluded.ended_at
    ), evidence as (
      insert into ${packEvidence} (run_id, kept, bytes, is_too_large)
      values (${placeholder('id')}::uuid, ${placeholder('kept')}::bytea, ${placeholder('bytes')}::integer,
        ${placeholder('isTooLarge')}::boolean)
      on conflict (run_id) do update set kept = excluded.kept, bytes = excluded.bytes,
        is_too_large = excluded.is_too_large
    )
    ${insertJson(packModules, placeholder('modules'))}
    on conflict (run_id, step) do update set status = excluded.status, round = excluded.round,
      afresh = excluded.afresh, again = excluded.again, taken = excluded.taken,
      tries = excluded.tries, started_at = excluded.started_at, deadline_at = excluded.deadline_at,
      held_until = excluded.held_until, ended_at = excluded.ended_at,
      failure_code = excluded.failure_code`,
)

/** Saves a new run, or a commit's changes to one, in one statement together with the values that were brought. */
export async function saveRun(
  tx: Db,
  locked: Locked,
  sealer: Sealer,
  { row, modules, changed, evidence, unkept }: OpenRun,
): Promise<void> {
  const rows = [...modules.values()].filter(({ step }) => changed.has(step))
  await keepRun(tx).execute({
    ...(await sealEvidence(sealer, locked, row.id, evidence.record)),
    id: row.id,
    run: toJsonRows(packRuns, [row]),
    modules: toJsonRows(packModules, rows),
  })
  for (const [step, brought] of unkept) {
    await keepBrought({ tx, locked, sealer }, { runId: row.id, step, round: 1 }, brought)
    unkept.delete(step)
  }
}
