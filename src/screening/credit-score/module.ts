// A credit score as a module: bought for the run, unless there is one. In the sandbox it follows the document.
import { isAsking } from '#src/screening/checks/asking.ts'
import { leftOf } from '#src/screening/checks/request.ts'
import { listChecks } from '#src/screening/orders/store.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineModule, type ModuleCall, opens } from '#src/journey/capabilities/module.ts'
import { creditScoreWanted, startTask } from './kinds.ts'
import { module, readCredit } from './request.ts'
import { CreditScore, creditScope } from './schema.ts'

/** How a pack names this module. */
const creditScore = { key: 'creditScore' } as const

/** Without a result the source has no score for the document. */
export const creditScoreModule = defineModule(
  creditScore,
  CreditScore,
  async (db, { sealer, transaction, moduleStatus, fresh, since }) => {
    const all = await listChecks(db, transaction.id, module)
    const checks = all.filter(({ endedAt }) => !fresh || !since || !endedAt || endedAt > since)
    const read = await Promise.all(checks.map(({ id }) => readCredit(db, sealer, transaction, id)))
    return { moduleStatus, results: read.filter((one) => typeof one === 'object') }
  },
  { runs: opens(begin, isThere, { refusal }), scope: creditScope, seen: { criterion: 'double' } },
)

async function begin({ tx, locked, runId, fresh, again }: ModuleCall): Promise<void> {
  const [newest] = await listChecks(tx, locked.id, module)
  // What is under way is waited for.
  if (newest && newest.endedAt === null) return
  const code = again ? 'again' : fresh ? 'fresh' : null
  append(locked, { kind: creditScoreWanted, module, ref: runId, code })
}

async function isThere(call: ModuleCall): Promise<boolean | 'failed'> {
  const { tx, locked, fresh, since } = call
  if (isAsking(call, startTask)) return false
  const [newest] = await listChecks(tx, locked.id, module)
  if (!newest?.endedAt || (fresh && since && newest.endedAt <= since)) return false
  const { failed, uncertain } = await leftOf(tx, newest)
  return failed.length + uncertain.length > 0 ? 'failed' : true
}

async function refusal({ tx, locked }: ModuleCall): Promise<'purchase-uncertain' | undefined> {
  const [newest] = await listChecks(tx, locked.id, module)
  const left = newest?.endedAt ? await leftOf(tx, newest) : undefined
  return left && left.uncertain.length > 0 ? 'purchase-uncertain' : undefined
}
