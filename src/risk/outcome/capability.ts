import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { outcomeTold, outcomeRoutes } from './routes.ts'
import { forgetOutcome, listTold } from './store.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import { lists } from '#src/journey/facts/vocabulary/evidence.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { readShown } from '#src/risk/insights/shown-values.ts'
import { describeTold } from './rules.ts'

const outcomeFacts: FactSource = {
  variables: {
    lists: declareFacts(
      lists,
      ...(['confirmedFraud', 'confirmedFraudBy', 'confirmedVictim', 'confirmedGood'] as const),
    ),
  },
  async read(asked) {
    const told = await listTold(asked.db, asked.transaction.id, await readShown(asked))
    return { lists: describeTold(told) }
  },
}

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
