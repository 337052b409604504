// Decides which groups of insights have facts, and are rated.
import type { AskedFacts } from '#src/risk/insights/catalogue/entry.ts'
import { withEveryGroup } from '#src/risk/insights/catalogue/catalogue.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'

const hasFacts: Readonly<Record<string, (facts: AskedFacts) => boolean>> = {
  Document: () => true,
  Name: ({ name }) => name.terms !== undefined,
  BirthDate: ({ age }) => age.known === true,
  Email: ({ email }) => email.present === true,
  Phone: ({ phones }) => (phones.count ?? 0) > 0,
  ZipCode: ({ address }) => address.present === true,
  Card: ({ card }) => card.present === true,
  Vehicle: ({ vehicle }) => vehicle.present === true,
  Company: ({ document }) => document.type === 'cnpj',
  Device: ({ device }) => device.known === true,
  Biometrics: ({ liveness, faceMatch }) => liveness.done === true || faceMatch.done === true,
}

/** In the order in which they are shown. */
export function ratedSubjects(facts: KnownFacts): string[] {
  const asked = withEveryGroup(facts)
  return Object.keys(hasFacts).filter((subject) => hasFacts[subject]?.(asked))
}
