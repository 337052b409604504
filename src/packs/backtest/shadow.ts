// Evaluates the shadow version at the end of a run, on its results and in its commit. It sends nothing, writes one row,
// and its failure does not affect the run.
import { desc, and, eq } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { isOfDatabase } from '#src/platform/db/errors.ts'
import { findLive } from '#src/journey/registry/read.ts'
import type { VersionRef } from '#src/journey/registry/shares.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { OpenRun } from '#src/packs/runs/run.ts'
import { toRead } from '#src/packs/runs/evidence/seal-evidence.ts'
import { withinSavepoint } from '#src/packs/runs/savepoint.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { outcomeOf } from './evaluate.ts'
import { verdictOf } from './verdict.ts'
import { packShadows } from './table.ts'
import { addUp, type Tally, tallyOf } from './tally.ts'

/** A run in the commit that has ended it. */
type Ended = {
  readonly deps: PackDeps
  readonly tx: Db
  readonly locked: Locked
  readonly run: OpenRun
}

/** Stores the outcome that the shadow would have had. */
export async function evaluateShadow(
  { deps, tx, locked, run }: Ended,
  shadow: VersionRef,
): Promise<void> {
  const { row } = run
  try {
    await withinSavepoint(tx, locked, async (inner) => {
      const version = await deps.versions.find(inner, shadow.owner, row.name, shadow.version)
      if (!version) return
      const past = {
        owning: locked,
        pack: run.pack,
        answers: row.answers,
        kept: toRead(run.evidence.record, run.brought),
      }
      const verdict = await verdictOf(deps, inner, version.document, past)
      const tally = tallyOf(locked.id, outcomeOf(row), verdict)
      const { tenant, mode, wallNow } = locked
      const own = { runId: row.id, tenant, mode, name: row.name, version: shadow.version }
      const set = { version: shadow.version, tally, at: wallNow }
      await inner
        .insert(packShadows)
        .values({ ...own, tally, at: wallNow })
        .onConflictDoUpdate({ target: packShadows.runId, set })
    })
  } catch (error) {
    if (isOfDatabase(error)) throw error
    deps.log.warn({ error, transactionId: locked.id }, 'a shadow could not be evaluated')
  }
}

const countedMax = 10_000

/** Undefined when the caller has no shadow of that name. */
export async function readShadow(
  db: Db,
  owner: Owner,
  name: string,
): Promise<{ readonly version: number; readonly tally: Tally } | undefined> {
  const { shadow } = await findLive(db, owner, { kind: 'pack', name })
  if (!shadow) return undefined
  const found = await db
    .select({ tally: packShadows.tally })
    .from(packShadows)
    .where(
      and(
        eq(packShadows.tenant, owner.tenant),
        eq(packShadows.mode, owner.mode),
        eq(packShadows.name, name),
        eq(packShadows.version, shadow.version),
      ),
    )
    .orderBy(desc(packShadows.at))
    .limit(countedMax)
  return { version: shadow.version, tally: addUp(found.map(({ tally }) => tally)) }
}
