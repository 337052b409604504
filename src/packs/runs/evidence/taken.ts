// Finds the questions whose answers have completed a step, because an answer that counts for one step counts for no
// other step of the transaction.
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { packModules, packRuns } from '../table.ts'

/** A question whose answer has completed a step of a run. */
export type TakenQuestion = { readonly runId: string; readonly taken: string }

/** Covers all runs of the transaction. The runs of a commit share the list, so that no two use the same answer. */
export async function listTaken(tx: Db, transactionId: string): Promise<TakenQuestion[]> {
  const rows = await tx
    .select({ runId: packModules.runId, taken: packModules.taken })
    .from(packModules)
    .innerJoin(packRuns, eq(packRuns.id, packModules.runId))
    .where(and(eq(packRuns.transactionId, transactionId), isNotNull(packModules.taken)))
  return rows.flatMap(({ runId, taken }) => (taken === null ? [] : { runId, taken }))
}
