// Insights as a scorecard sees them: present, absent, or unknown because nobody was asked for their facts. Pure.
import { vocabulary, type KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { catalogue, withEveryGroup } from '#src/risk/insights/catalogue/catalogue.ts'
import type { FactGroups } from '#src/risk/insights/catalogue/entry.ts'

export type InsightFacts = {
  /** By code; unknown insights are left out. */
  readonly known: Readonly<Record<string, boolean>>
  /** By the code of an unknown insight, the facts that it lacks: `checks.sanctioned`. */
  readonly missing: ReadonlyMap<string, readonly string[]>
}

export function weighInsights(facts: KnownFacts): InsightFacts {
  const known: Record<string, boolean> = {}
  const missing = new Map<string, readonly string[]>()
  const asked = withEveryGroup(facts)
  const absent = new Set<string>()
  const watched = watchAbsent(asked, absent)
  for (const { code, applies } of catalogue) {
    absent.clear()
    const isThere = applies(watched) === true
    const open = isThere ? [] : [...absent].filter((name) => isOpen(name, asked))
    if (open.length === 0) known[code] = isThere
    else missing.set(code, open)
  }
  return { known, missing }
}

/** The same facts as proxies that note the name of each absent fact when it is read. */
function watchAbsent(facts: FactGroups, absent: Set<string>): FactGroups {
  const groups = Object.entries(facts).map(([group, values]) => [
    group,
    new Proxy(values, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name)
        if (value === undefined) absent.add(`${group}.${String(name)}`)
        return value
      },
    }),
  ])
  // Safe because each group is present with its original values.
  return Object.fromEntries(groups) as FactGroups
}

/**
 * Whether a source could still answer for the fact, because it was not asked or has not answered. Data that were not
 * sent leave nothing open.
 */
function isOpen(name: string, facts: FactGroups): boolean {
  const answered = answeredBy[name]
  if (answered) return !answered(facts)
  const [group = '', field = ''] = name.split('.')
  const { modules = [] } = (vocabulary as Record<string, FactGroup>)[group]?.[field] ?? {}
  return modules.length > 0 && (isAskable[group]?.(facts) ?? true)
}

/** Groups of facts that do not apply to every transaction, with their conditions. */
const isAskable: Readonly<Record<string, (facts: FactGroups) => boolean>> = {
  company: ({ document }) => document.type === 'cnpj',
  others: ({ others }) => others.listsAsked !== undefined,
  email: ({ email }) => email.present === true,
  phones: ({ phones }) => (phones.count ?? 0) > 0,
}

/** Facts that stay absent when nothing was found, with the conditions under which they count as answered. */
const answeredBy: Readonly<Record<string, (facts: FactGroups) => boolean>> = {
  'email.takesMail': ({ email }) => email.present !== true,
  'address.zipFound': ({ address }) => address.zipWellFormed !== true,
  'address.cityOfZip': ({ address }) =>
    address.zipFound !== undefined || address.zipWellFormed !== true,
  'card.issuedAbroad': ({ card }) => card.wellFormed !== true,
  'card.prepaid': ({ card }) => card.wellFormed !== true,
  'card.funding': ({ card }) => card.wellFormed !== true,
  'checks.personStatusDoubtful': ({ checks }) => checks.personFound !== undefined,
  'checks.sanctionedDoubtful': ({ checks }) => checks.sanctioned !== undefined,
  'checks.listsNotSearched': ({ checks }) => checks.sanctioned !== undefined,
  'company.statusDoubtful': ({ company, document }) =>
    company.inRegistry !== undefined || document.type !== 'cnpj',
}
