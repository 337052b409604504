import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { outcomeFacts } from './facts.ts'
import { outcomeTold, outcomeRoutes } from './routes.ts'
import { forgetOutcome } from './store.ts'

/** What became of transactions, as the tenant tells it. */
export const outcomes: Capability<RiskDeps> = {
  name: 'outcomes',
  kinds: [outcomeTold],
  routes: outcomeRoutes,
  facts: outcomeFacts,
  erased: forgetOutcome,
  // What warns of a fraud is what that duty is for.
  async restricted(tx, { id }, { class: of }) {
    if (of !== 'fraud') await forgetOutcome(tx, id)
  },
}
