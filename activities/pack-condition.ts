import type { Db } from '#src/db/client.ts'
import { catalogue } from '#src/packs/catalogue.ts'
import { ConditionFailed } from '#src/packs/cel.ts'
import { answerCondition } from '#src/packs/conditions.ts'
import { readStatuses } from '#src/packs/query.ts'
import { findRun, findVersion } from '#src/packs/store.ts'

/** `failed` is a technical failure of the condition, never a "no". */
export async function answerPackCondition(
  db: Db,
  runId: string,
  path: string,
): Promise<'yes' | 'no' | 'failed'> {
  const run = await findRun(db, runId)
  const version = run && (await findVersion(db, run.name, run.version))
  if (!run || !version) throw new Error('a run is pinned to a version that is stored')
  const statuses = await readStatuses(db, runId)
  const context = { transactionId: run.transactionId, runId, statuses }
  try {
    const yes = await answerCondition(db, { pack: version.document, path }, catalogue, context)
    return yes ? 'yes' : 'no'
  } catch (error) {
    if (error instanceof ConditionFailed) return 'failed'
    throw error
  }
}
