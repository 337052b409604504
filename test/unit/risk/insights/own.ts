// What rules over a transaction's own data say of some fields.
import { describeOwn } from '#src/risk/insights/facts.ts'
import { deriveInsights } from '#src/risk/insights/catalogue/catalogue.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { describeFields } from '#src/journey/facts/own-facts.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'

const someDay = new Date('2026-11-20T15:00:00Z')

export type OwnFields = Partial<StoredFields>

/** A person with a valid CPF, and with what is given. */
export function ownFacts(given: OwnFields): KnownFacts {
  const fields: StoredFields = {
    documentType: 'cpf',
    document: '52998224725',
    verifiedEmail: false,
    type: 1,
    ...given,
  }
  const [one, other] = [describeFields(fields, someDay), describeOwn(fields, someDay)]
  return {
    ...other,
    document: { ...one.document, ...other.document },
    age: one.age,
    email: { ...one.email, ...other.email },
    phones: { ...one.phones, ...other.phones },
  }
}

export const codesOf = (facts: KnownFacts): string[] =>
  deriveInsights(facts).map(({ code }) => code)
