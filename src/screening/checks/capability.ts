import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { checkFacts } from '#src/screening/facts/facts.ts'
import { endChecks } from './cancel.ts'
import { forgetAnswers, forgetHashes, forgetOldAnswers } from './forget.ts'
import { forgetJudgements } from '#src/screening/answers/judgements.ts'
import { checkKinds } from './kinds.ts'
import { checkRoutes } from './routes.ts'
import { checkTasks } from './tasks.ts'

/** The parts that all kinds of checks share: how a service is bought, and which facts follow from its result. */
export const checks: Capability<ScreeningDeps> = {
  name: 'checks',
  kinds: checkKinds,
  tasks: checkTasks,
  routes: checkRoutes,
  facts: checkFacts,
  ended: () => endChecks,
  forgetsAnswers: forgetOldAnswers,
  async erased(tx, transactionId) {
    await forgetHashes(tx, transactionId)
    await forgetJudgements(tx, transactionId)
    return { answers: await forgetAnswers(tx, transactionId) }
  },
  async restricted(tx, { id }, { covers }) {
    await forgetHashes(tx, id)
    if (covers.includes('answers')) return {}
    return { answers: await forgetAnswers(tx, id) }
  },
}
