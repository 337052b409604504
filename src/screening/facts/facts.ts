// Facts of bought results: derived values, never the data themselves. A fact that no result gives is absent.
import type { FactSource, FactsQuery } from '#src/journey/facts/facts.ts'
import { checks, official, others } from '#src/journey/facts/vocabulary/checks.ts'
import { card, company } from '#src/journey/facts/vocabulary/things.ts'
import { declareFacts, declareRest } from '#src/journey/facts/vocabulary/fact.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { describeAsked, describeOthersAsked } from './asked-facts.ts'
import { describeRegistry, listRegistered } from './company-facts.ts'
import { findRegistry } from './registered.ts'
import { describeOfficial } from './official-facts.ts'
import { describeOthers } from './other-facts.ts'
import { describeChecks } from './person-facts.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import { readStatements, type Statement } from './statements.ts'

export const checkFacts: FactSource = {
  variables: {
    company: declareRest(
      company,
      ...(['cnaes', 'malformedCnaes', 'partners', 'wrongPartners', 'representatives'] as const),
      'wrongRepresentatives',
    ),
    checks: declareFacts(checks),
    others: declareRest(others, 'denied', 'denyAction', 'victim', 'confirmedFraud'),
    credit: { known: 'bool', score: 'double' },
    official: declareFacts(official),
    card: declareFacts(card, 'issuedAbroad', 'prepaid', 'funding'),
  },
  read: readCheckFacts,
}

async function readCheckFacts(asked: FactsQuery) {
  const read = await readStatements(asked, () => readFields(asked.sealer, asked.transaction))
  if (!read) return { checks: { listsAsked: false, listsAskedInPart: false, warrantsAsked: false } }
  const { fields, statements, asked: all } = read
  const registry = findRegistry(statements)
  const registered = registry && listRegistered(registry.answer, fields.document)
  return {
    company: registry ? describeRegistry(registry, fields, asked.transaction.now) : {},
    checks: { ...describeChecks(statements, fields), ...describeAsked(statements, fields) },
    others: {
      ...describeOthers(statements, { sent: fields, registered, asked: all }),
      ...describeOthersAsked(statements, fields, registered),
    },
    official: describeOfficial(statements),
    credit: describeCredit(newestOf(statements, 'credit')),
    card: describeCard(newestOf(statements, 'card-risk')),
  }
}

const newestOf = (statements: readonly Statement[], port: Statement['port']) =>
  statements.findLast((one) => one.port === port)?.answer

function describeCredit(answer: CheckAnswer | null | undefined) {
  if (answer === undefined) return {}
  const [first] = answer && 'scores' in answer ? answer.scores : []
  const score = first ? Number(first.value) : Number.NaN
  return { known: first !== undefined, ...(Number.isFinite(score) && { score }) }
}

/** A value that a register of BINs leaves out is unknown, not `false`. */
function describeCard(answer: CheckAnswer | null | undefined) {
  if (!answer) return {}
  const country = 'country' in answer ? answer.country : undefined
  const funding = 'funding' in answer ? answer.funding : undefined
  const said = 'prepaid' in answer ? answer.prepaid : undefined
  const prepaid = said ?? (funding === 'prepaid' ? true : undefined)
  return {
    ...(country !== undefined && { issuedAbroad: country !== 'BR' }),
    ...(prepaid !== undefined && { prepaid }),
    ...((funding === 'credit' || funding === 'debit') && { funding }),
  }
}
