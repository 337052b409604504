// Every insight, in the order in which answers and documents show them.
import type { Insight } from '#src/journey/facts/schema.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { checkInsights } from './checks.ts'
import { addressInsights, emailInsights, phoneInsights } from './contact.ts'
import type { FactGroups, CatalogueEntry } from './entry.ts'
import { biometricInsights, deviceInsights } from './evidence.ts'
import { listInsights } from './lists.ts'
import { birthInsights, documentInsights, nameInsights } from './person.ts'
import { cardInsights, companyInsights, vehicleInsights } from './things.ts'
import { velocityInsights } from './velocity.ts'

/** Raised with each change of a rule or an entry, so that stored insights are derived again. */
export const catalogueVersion = 4

export const catalogue: readonly CatalogueEntry[] = [
  ...documentInsights, ...nameInsights, ...birthInsights, ...emailInsights, ...phoneInsights,
  ...addressInsights, ...cardInsights, ...vehicleInsights, ...companyInsights, ...velocityInsights,
  ...biometricInsights, ...deviceInsights, ...checkInsights, ...listInsights,
] // prettier-ignore

/** Derives the insights that follow from the facts, as the API shows them. Pure. */
export function deriveInsights(facts: KnownFacts): Insight[] {
  const asked = withEveryGroup(facts)
  const found: Insight[] = []
  for (const { applies, insight } of rules) if (applies(asked) === true) found.push(insight)
  return found
}

const none = {}

/**
 * Adds empty groups where nothing is known. It is written out so that all objects have the same shape, because every
 * rule reads them.
 */
export function withEveryGroup(facts: KnownFacts): FactGroups {
  return {
    document: facts.document ?? none,
    name: facts.name ?? none,
    age: facts.age ?? none,
    email: facts.email ?? none,
    phones: facts.phones ?? none,
    address: facts.address ?? none,
    card: facts.card ?? none,
    vehicle: facts.vehicle ?? none,
    company: facts.company ?? none,
    velocity: facts.velocity ?? none,
    liveness: facts.liveness ?? none,
    device: facts.device ?? none,
    documentReading: facts.documentReading ?? none,
    documents: facts.documents ?? none,
    faceMatch: facts.faceMatch ?? none,
    faces: facts.faces ?? none,
    checks: facts.checks ?? none,
    others: facts.others ?? none,
    official: facts.official ?? none,
    credit: facts.credit ?? none,
    settings: facts.settings ?? none,
    link: facts.link ?? none,
    lists: facts.lists ?? none,
    reviews: facts.reviews ?? none,
  }
}

function toInsight({
  english: _english,
  applies: _applies,
  relatedTo,
  ...shown
}: CatalogueEntry): Insight {
  return { ...shown, relatedTo: [...relatedTo] }
}

/** The insight of each entry is built only once and never changed. */
const rules = catalogue.map((one) => ({ applies: one.applies, insight: toInsight(one) }))
const byCode = new Map(rules.map(({ insight }) => [insight.code, insight]))

/** The insights of stored codes; a code that a newer process has derived is left out. */
export const insightsOf = (codes: readonly string[]): Insight[] =>
  codes.flatMap((code) => byCode.get(code) ?? [])
