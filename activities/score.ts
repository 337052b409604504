// The score of a run: facts of the transaction's own data, and a scorecard over them.
import type { Db } from '#src/db/client.ts'
import { basic, basicScorecard } from '#src/modules/score/basic.ts'
import { scoreFacts } from '#src/modules/score/facts.ts'
import { insertScore, isEmailVerified } from '#src/modules/score/store.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { readFields } from '#src/transaction/store.ts'
import type { ActivityDeps } from './deps.ts'

export async function computeScore(
  { sealer }: ActivityDeps,
  tx: Db,
  locked: Locked,
  runId: string,
): Promise<void> {
  const fields = await readFields(sealer, locked)
  const emailVerifiedByToken = await isEmailVerified(tx, locked.id)
  const { value, reason, reasons } = basicScorecard.evaluate(
    scoreFacts(fields, { emailVerifiedByToken, now: locked.now }),
  )
  await insertScore(tx, {
    runId,
    transactionId: locked.id,
    scorecard: `${basic.name}@${basic.version}`,
    value,
    reason,
    reasons,
    createdAt: locked.now,
  })
}
