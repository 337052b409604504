// Runs of a transaction whose person is erased: what they saw goes, and what is under way is cancelled.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Db } from '#src/platform/db/client.ts'
import { cancelled } from './run.ts'
import { packEvidence, packModules, packRuns } from './table.ts'

const wall = sql`clock_timestamp()`

/** In the commit of an erasure or restriction, in which nothing goes on with them. */
export async function cancelRuns(tx: Db, transactionId: string): Promise<void> {
  const open = and(eq(packRuns.transactionId, transactionId), isNull(packRuns.endedAt))
  const ended = await tx
    .update(packRuns)
    .set({ status: 'completed', outcome: cancelled, stopReason: cancelled, endedAt: wall })
    .where(open)
    .returning({ id: packRuns.id })
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await tx
    .update(packModules)
    .set({ status: 'skipped', endedAt: wall })
    .where(
      and(inArray(packModules.runId, ids), inArray(packModules.status, ['pending', 'processing'])),
    )
}

export async function forgetRuns(tx: Db, transactionId: string): Promise<Counts> {
  await cancelRuns(tx, transactionId)
  const runs = tx
    .select({ id: packRuns.id })
    .from(packRuns)
    .where(eq(packRuns.transactionId, transactionId))
  const gone = await tx
    .delete(packEvidence)
    .where(inArray(packEvidence.runId, runs))
    .returning({ id: packEvidence.runId })
  return { evidence: gone.length }
}
