// A credit score as a pack holds it: bought for the run, unless there is one. In the sandbox it follows the document.
import { listChecks } from '#src/screening/checks/store.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineModule, type ModuleCall, opens } from '#src/journey/modules/module.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { creditScoreWanted } from './kinds.ts'
import { module, readCredit } from './request.ts'
import { CreditScore, creditScope } from './schema.ts'

/** How a pack names this module. */
const creditScore = { key: 'creditScore' } as const

/** Without a result the source has no score for the document. */
export const creditScoreModule = defineModule(
  creditScore,
  CreditScore,
  async (db, { sealer, transactionId, moduleStatus }) => {
    const found = await findById(db, transactionId)
    const checks = found ? await listChecks(db, transactionId, module) : []
    const read = await Promise.all(
      found ? checks.map(({ id }) => readCredit(db, sealer, found, id)) : [],
    )
    return { moduleStatus, results: read.filter((one) => typeof one === 'object') }
  },
  { runs: opens(begin, isThere), scope: creditScope, seen: { criterion: 'double' } },
)

async function begin({ tx, locked, runId, since }: ModuleCall): Promise<void> {
  const [newest] = await listChecks(tx, locked.id, module)
  // What is under way is waited for.
  if (newest && newest.endedAt === null) return
  append(locked, { kind: creditScoreWanted, module, ref: runId, code: since ? 'fresh' : null })
}

async function isThere({ tx, locked, sealer, since }: ModuleCall): Promise<boolean | 'failed'> {
  const [newest] = await listChecks(tx, locked.id, module)
  if (!newest?.endedAt || (since && newest.endedAt <= since)) return false
  return (await readCredit(tx, sealer, locked, newest.id)) === 'failed' ? 'failed' : true
}
