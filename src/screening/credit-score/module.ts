// The credit score as a module: bought for the run unless a counting score exists. In the sandbox it follows the
// document.
import { isAsking, writeOrder } from '#src/screening/checks/rules.ts'
import { leftOf } from '#src/screening/checks/request.ts'
import { isCounted, listChecks } from '#src/screening/orders/store.ts'
import { append } from '#src/journey/journal/append.ts'
import { hasNoCpf } from '#src/journey/transaction/rules.ts'
import { defineModule, type ModuleCall, opens } from '#src/journey/capabilities/module.ts'
import { defineStart } from '#src/screening/checks/kinds.ts'
import { module, readCredit } from './request.ts'
import { CreditScore, creditScope } from './schema.ts'

export const {
  startTask,
  wanted: creditScoreWanted,
  started: creditScoreStarted,
} = defineStart('credit-score', 'a credit score')

/** The name of the module in packs. */
const creditScore = { key: 'creditScore' } as const

/** An empty result means that the source has no score for the document. */
export const creditScoreModule = defineModule(
  creditScore,
  CreditScore,
  async (db, { sealer, transaction, moduleStatus, boughtSince, correctedAt }) => {
    const all = await listChecks(db, transaction.id, module)
    const checks = all.filter(isCounted({ boughtSince, correctedAt }))
    const read = await Promise.all(checks.map(({ id }) => readCredit(db, sealer, transaction, id)))
    return { moduleStatus, results: read.filter((one) => typeof one === 'object') }
  },
  { runs: opens(begin, isThere, { refusal }), scope: creditScope, seen: { criterion: 'double' } },
)

async function begin({ tx, locked, runId, step, boughtSince, again }: ModuleCall): Promise<void> {
  if (hasNoCpf(locked.before)) return
  const [newest] = await listChecks(tx, locked.id, module)
  // A check under way is waited for.
  if (newest && newest.endedAt === null) return
  const since = boughtSince?.getTime()
  const order = { step, ...(since !== undefined && { since }), ...(again && { again }) }
  append(locked, { kind: creditScoreWanted, module, ref: runId, reason: writeOrder(order) })
}

async function isThere(call: ModuleCall): Promise<boolean | 'failed'> {
  const { tx, locked, boughtSince, correctedAt } = call
  // Scores exist only for a CPF or CNPJ.
  if (hasNoCpf(locked.before)) return 'failed'
  if (isAsking(call, startTask)) return false
  const [newest] = await listChecks(tx, locked.id, module)
  if (!newest?.endedAt || !isCounted({ boughtSince, correctedAt })(newest)) return false
  const { failed, uncertain } = await leftOf(tx, newest)
  return failed.length + uncertain.length > 0 ? 'failed' : true
}

async function refusal({ tx, locked }: ModuleCall): Promise<'purchase-uncertain' | undefined> {
  const [newest] = await listChecks(tx, locked.id, module)
  const left = newest?.endedAt ? await leftOf(tx, newest) : undefined
  return left && left.uncertain.length > 0 ? 'purchase-uncertain' : undefined
}
