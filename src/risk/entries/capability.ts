import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { listRoutes } from './list-routes.ts'
import { entryRoutes } from './routes.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import { lists, others } from '#src/journey/facts/vocabulary/checks.ts'
import { declareFacts, type GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { entryKinds } from '#src/journey/facts/vocabulary/words.ts'
import { readParties } from '#src/risk/insights/parties.ts'
import { readShownValues } from '#src/risk/insights/shown-values.ts'
import { listByHash, type Entry } from './store.ts'

type Found = Pick<Entry, 'list' | 'kind' | 'role' | 'action'>

/** An entry about a victim asks for a closer look and rejects nobody; an allow entry cancels no deny entry. */
function describeEntries(found: readonly Found[]): GroupFacts<typeof lists> {
  const denied = found.filter(({ list }) => list === 'deny')
  const blamed = denied.filter(({ role }) => role !== 'victim')
  const isRejected = blamed.some(({ action }) => action === 'reject')
  return {
    denied: blamed.length > 0,
    victim: denied.length > blamed.length,
    ...(blamed.length > 0 && {
      denyAction: isRejected ? 'reject' : 'review',
      deniedBy: kindsOf(blamed),
    }),
    ...(denied.length > blamed.length && {
      victimBy: kindsOf(denied.filter(({ role }) => role === 'victim')),
    }),
    ...(found.length > denied.length && {
      allowedBy: kindsOf(found.filter(({ list }) => list === 'allow')),
    }),
  }
}

/** The same facts about the parties behind a company; a victim among them is looked at as a person of its own. */
function describeParties(found: readonly Found[]): GroupFacts<typeof others> {
  const { denied, denyAction, victim } = describeEntries(found)
  return {
    ...(denied !== undefined && { denied }),
    ...(denyAction !== undefined && { denyAction }),
    ...(victim !== undefined && { victim }),
  }
}

const kindsOf = (found: readonly Found[]) =>
  entryKinds.filter((one) => found.some(({ kind }) => kind === one)).toSorted()

const entryFacts: FactSource = {
  variables: {
    lists: declareFacts(
      lists,
      ...(['denied', 'denyAction', 'deniedBy', 'victim', 'victimBy', 'allowedBy'] as const),
    ),
    others: declareFacts(others, 'denied', 'denyAction', 'victim'),
  },
  async read(asked) {
    const shown = await readShownValues(asked)
    const hashes = shown.map(({ hash }) => hash)
    const parties = await readParties(asked)
    const [own, behind] = await Promise.all(
      [hashes, parties].map((some) => listByHash(asked.db, asked.transaction, some)),
    )
    return {
      lists: describeEntries(own ?? []),
      others: parties.length > 0 ? describeParties(behind ?? []) : {},
    }
  },
}

/** The capability of a tenant's deny and allow lists. */
export const entries: Capability<RiskDeps> = {
  name: 'entries',
  routes: (deps) => [...entryRoutes(deps), ...listRoutes(deps)],
  facts: entryFacts,
}
