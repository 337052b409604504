import type { FactSource } from '#src/journey/facts/facts.ts'
import { lists } from '#src/journey/facts/vocabulary/evidence.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { readShown } from '#src/risk/insights/seen.ts'
import { describeEntries } from './rules.ts'
import { listByHash } from './store.ts'

export const entryFacts: FactSource = {
  variables: {
    lists: declareFacts(
      lists,
      ...(['denied', 'denyAction', 'deniedBy', 'victim', 'victimBy', 'allowedBy'] as const),
    ),
  },
  async read(asked) {
    const shown = await readShown(asked)
    const hashes = shown.map(({ hash }) => hash)
    return { lists: describeEntries(await listByHash(asked.db, asked.transaction, hashes)) }
  },
}
