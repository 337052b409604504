// Finds what the register of the transaction's own company has said, and whom it names.
import type { FactsQuery } from '#src/journey/facts/facts.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'
import { type Listed, listRegistered, type Registered } from './company-facts.ts'
import { readStatements, type Statement } from './statements.ts'

/**
 * The registry's entry about the own company: the newest of the authoritative account, otherwise the newest of any; the
 * registry service goes before other services.
 */
export function findRegistry(statements: readonly Statement[]): Registered | undefined {
  const said = statements.filter(({ port, isOwn }) => port === 'company-check' && isOwn)
  for (const asked of ['CompanyRegistry', 'BasicInfos']) {
    const about = said.filter(({ service }) => service === asked)
    const counted = about.findLast((one) => one.isAuthoritative) ?? about.at(-1)
    const answer = counted?.answer
    if (answer && 'found' in answer)
      return { answer, isAuthoritative: counted.isAuthoritative, others: readAnswers(about) }
  }
  return undefined
}

const readAnswers = (said: readonly Statement[]): CompanyResult[] =>
  said.flatMap(({ answer, isAuthoritative }) =>
    !isAuthoritative && answer && 'found' in answer ? [answer] : [],
  )

/** The partners, and the owner of a sole trader; empty before the register has answered. */
export async function readRegistered(asked: FactsQuery, fields: StoredFields): Promise<Listed> {
  if (fields.documentType !== 'cnpj') return []
  const read = await readStatements(asked, async () => fields)
  const registry = read && findRegistry(read.statements)
  return registry ? listRegistered(registry.answer, fields.document) : []
}
