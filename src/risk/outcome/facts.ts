import type { FactSource } from '#src/journey/facts/facts.ts'
import { lists } from '#src/journey/facts/vocabulary/evidence.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { readShown } from '#src/risk/insights/seen.ts'
import { describeTold } from './rules.ts'
import { listTold } from './store.ts'

export const outcomeFacts: FactSource = {
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
