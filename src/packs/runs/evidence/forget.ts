// Deletes the evidence and brought values of an erased transaction's runs, and cancels open runs.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Db } from '#src/platform/db/client.ts'
import { cancelAllChildren, forgetChild } from '#src/packs/children/store.ts'
import { forgetBrought } from './brought.ts'
import { cancelled } from '../run.ts'
import { packEvidence, packModules, packRuns } from '../table.ts'

const wall = sql`clock_timestamp()`

/** Runs in the commit of an erasure or restriction, which does not advance the runs. */
export async function cancelRuns(tx: Db, transactionId: string): Promise<void> {
  await forgetChild(tx, transactionId)
  await cancelAllChildren(tx, transactionId)
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
  return { evidence: gone.length, values: await forgetBrought(tx, transactionId) }
}
