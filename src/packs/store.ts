import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { newId } from '#src/ids.ts'
import { append } from '#src/journal/append.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { transactions } from '#src/transaction/table.ts'
import type { Pack } from '#workflows/packs/define.ts'
import type { ModuleState } from '#workflows/packs/interpret.ts'
import { packDigest } from './document.ts'
import { writePin } from './rules.ts'
import { packModules, packRuns, packVersions, type RunStatus } from './table.ts'

/** Whose the packs are that come with the service. */
const everybody = '*'

/** Stores the service's own versions at start; a version that changed is an error. */
export async function publishOwnPacks(db: Db, packs: readonly Pack[]): Promise<void> {
  for (const { name, version, root } of packs) {
    const document = { name, version, root }
    const sha256 = Buffer.from(packDigest(document), 'hex')
    await db
      .insert(packVersions)
      .values({ tenant: everybody, name, version, document, sha256, createdAt: new Date() })
      .onConflictDoNothing()
    const stored = await findVersion(db, name, version)
    if (!stored?.sha256.equals(sha256))
      throw new Error(
        `pack ${writePin(name, version)} was published with another content: a change is a new version`,
      )
  }
}

export type Version = typeof packVersions.$inferSelect

export async function findVersion(
  db: Db,
  name: string,
  version: number,
): Promise<Version | undefined> {
  const [found] = await db
    .select()
    .from(packVersions)
    .where(
      and(
        eq(packVersions.tenant, everybody),
        eq(packVersions.name, name),
        eq(packVersions.version, version),
      ),
    )
  return found
}

/** What new runs get: the newest version. */
export async function findLive(db: Db, name: string): Promise<Version | undefined> {
  const [found] = await db
    .select()
    .from(packVersions)
    .where(and(eq(packVersions.tenant, everybody), eq(packVersions.name, name)))
    .orderBy(desc(packVersions.version))
    .limit(1)
  return found
}

export type Run = typeof packRuns.$inferSelect

/** Starts a run in the caller's commit; with `implicit`, undefined when another caller was first. */
export async function startRun(
  tx: Db,
  locked: Locked,
  { name, version }: Pick<Version, 'name' | 'version'>,
  implicit: boolean,
): Promise<Run | undefined> {
  const [run] = await tx
    .insert(packRuns)
    .values({
      id: newId(),
      transactionId: locked.id,
      name,
      version,
      implicit,
      startedAt: locked.now,
    })
    .onConflictDoNothing()
    .returning()
  if (!run) return undefined
  await append(tx, locked, [{ kind: 'pack-started', ref: run.id, code: writePin(name, version) }])
  return run
}

export async function findLatestRun(
  db: Db,
  transactionId: string,
  name: string,
): Promise<Run | undefined> {
  const [found] = await db
    .select()
    .from(packRuns)
    .where(and(eq(packRuns.transactionId, transactionId), eq(packRuns.name, name)))
    .orderBy(desc(packRuns.startedAt), desc(packRuns.id))
    .limit(1)
  return found
}

/** When the runs of a pack began after a moment, in epoch ms of the transaction's clock. */
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

/** A run, and how long the journal of its transaction was when it was read. */
export async function findRunWithSeq(
  db: Db,
  id: string,
): Promise<{ run: Run; lastSeq: number } | undefined> {
  const [found] = await db
    .select({ run: packRuns, lastSeq: transactions.lastSeq })
    .from(packRuns)
    .innerJoin(transactions, eq(transactions.id, packRuns.transactionId))
    .where(eq(packRuns.id, id))
  return found
}

export async function findRun(db: Db, id: string): Promise<Run | undefined> {
  const [found] = await db.select().from(packRuns).where(eq(packRuns.id, id))
  return found
}

export type ModuleRow = typeof packModules.$inferSelect

export async function listModules(db: Db, runId: string): Promise<ModuleRow[]> {
  return db.select().from(packModules).where(eq(packModules.runId, runId))
}

/** True for the one who began it. */
export async function beginModule(
  tx: Db,
  begun: { runId: string; module: string; startedAt: Date; deadlineAt: Date | null },
): Promise<boolean> {
  const rows = await tx
    .insert(packModules)
    .values({ ...begun, status: 'processing' })
    .onConflictDoNothing()
    .returning({ module: packModules.module })
  return rows.length > 0
}

/** True for the one who ended it: the first end counts. */
export async function endModule(
  tx: Db,
  { runId, module }: Pick<ModuleRow, 'runId' | 'module'>,
  end: { status: Exclude<ModuleState, 'processing'>; endedAt: Date; failureCode?: string },
): Promise<boolean> {
  const rows = await tx
    .insert(packModules)
    .values({ runId, module, ...end })
    .onConflictDoUpdate({
      target: [packModules.runId, packModules.module],
      set: end,
      setWhere: eq(packModules.status, 'processing'),
    })
    .returning({ module: packModules.module })
  return rows.length > 0
}

export async function endRun(
  tx: Db,
  id: string,
  end: { status: Exclude<RunStatus, 'processing'>; endedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(packRuns)
    .set(end)
    .where(and(eq(packRuns.id, id), isNull(packRuns.endedAt)))
    .returning({ id: packRuns.id })
  return rows.length > 0
}

/** The first reason counts; true for the one who gave it. */
export async function stopRun(tx: Db, id: string, stopReason: string): Promise<boolean> {
  const rows = await tx
    .update(packRuns)
    .set({ stopReason })
    .where(and(eq(packRuns.id, id), isNull(packRuns.stopReason)))
    .returning({ id: packRuns.id })
  return rows.length > 0
}
