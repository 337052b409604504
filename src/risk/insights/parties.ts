// Hashes the documents of the parties behind a company, by which the tenant's lists and outcomes are searched.
import type { FactsQuery } from '#src/journey/facts/facts.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { documentValue, hashesOf } from '#src/journey/velocity/sighting.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import { readRegistered } from '#src/screening/facts/registered.ts'

const readFor = new WeakMap<FactsQuery, Promise<Buffer[]>>()

/** Partners and legal representatives that the client or the register names with a complete number. */
export function readParties(asked: FactsQuery): Promise<Buffer[]> {
  const known = readFor.get(asked) ?? read(asked)
  readFor.set(asked, known)
  return known
}

async function read(asked: FactsQuery): Promise<Buffer[]> {
  const { sealer, transaction } = asked
  const fields = await readFields(sealer, transaction)
  const { partners = [], legalRepresentatives = [] } = fields
  const named = [...partners, ...legalRepresentatives, ...(await readRegistered(asked, fields))]
  const numbers = new Set(named.map(({ document }) => toDocument(document) ?? ''))
  return [...numbers].flatMap((document) => {
    const documentType = typeOf(document)
    if (!documentType) return []
    const value = documentValue({ documentType, document })
    return hashesOf(sealer, transaction, { kind: 'document', value })
  })
}

/** A number that the register shows only in part identifies nobody. */
const typeOf = (document: string): 'cpf' | 'cnpj' | undefined =>
  document.length === 11 ? 'cpf' : document.length === 14 ? 'cnpj' : undefined
