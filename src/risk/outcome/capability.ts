import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { outcomeReported, outcomeRoutes } from './routes.ts'
import { forgetOutcome, listReported } from './store.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import { lists, others } from '#src/journey/facts/vocabulary/checks.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { readParties } from '#src/risk/insights/parties.ts'
import { readShownValues } from '#src/risk/insights/shown-values.ts'
import { describeReported, describeReportedOfParties } from './rules.ts'

const outcomeFacts: FactSource = {
  variables: {
    lists: declareFacts(
      lists,
      ...(['confirmedFraud', 'confirmedFraudBy', 'confirmedVictim', 'confirmedGood'] as const),
    ),
    others: declareFacts(others, 'confirmedFraud'),
  },
  async read(asked) {
    const told = await listReported(asked.db, asked.transaction.id, await readShownValues(asked))
    const parties = (await readParties(asked)).map((hash) => ({ kind: 'document' as const, hash }))
    const toldOfParties = await listReported(asked.db, asked.transaction.id, parties)
    return {
      lists: describeReported(told),
      others: parties.length > 0 ? describeReportedOfParties(toldOfParties) : {},
    }
  },
}

/** The capability of outcomes, which the tenant reports about its transactions. */
export const outcomes: Capability<RiskDeps> = {
  name: 'outcomes',
  kinds: [outcomeReported],
  routes: outcomeRoutes,
  facts: outcomeFacts,
  erased: forgetOutcome,
  // The duty of fraud prevention keeps the outcome, because later checks for fraud need it.
  async restricted(tx, { id }, { class: of }) {
    if (of !== 'fraud') await forgetOutcome(tx, id)
  },
}
