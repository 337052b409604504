// What bought results tell: derived facts, never the data themselves. What nothing says is absent.
import type { FactSource, FactsAsked } from '#src/journey/facts/facts.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { describeRegistry } from './company-facts.ts'
import { isSamePerson } from './names.ts'
import type { CheckAnswer } from './port.ts'
import { listAllOrders, readResult } from './store.ts'

export const checkFacts: FactSource = {
  variables: {
    company: {
      inRegistry: 'bool',
      active: 'bool',
      months: 'double',
      branch: 'bool',
      nameMatches: 'bool',
      cnaesListed: 'bool',
      partnersListed: 'bool',
    },
    checks: {
      sanctioned: 'bool',
      exposed: 'bool',
      wanted: 'bool',
      personFound: 'bool',
      personRegular: 'bool',
      personNameMatches: 'bool',
    },
    credit: { known: 'bool', score: 'double' },
    card: { issuedAbroad: 'bool', prepaid: 'bool', funding: 'string' },
  },
  read: readCheckFacts,
}

/** By port and service; null: the source was asked, and has nothing. */
export type Results = ReadonlyMap<string, CheckAnswer | null>

async function readCheckFacts(asked: FactsAsked) {
  const results = await readResults(asked)
  if (results.size === 0) return {}
  const fields = await readFields(asked.sealer, asked.transaction)
  return {
    company: describeCompany(results, fields, asked.transaction.now),
    checks: describePerson(results, fields),
    credit: describeCredit(results.get('credit CreditScore')),
    card: describeCard(results.get('card-risk Bin')),
  }
}

/** Of each service the newest result. */
async function readResults({ db, sealer, transaction }: FactsAsked): Promise<Results> {
  const results = new Map<string, CheckAnswer | null>()
  for (const { check, order } of await listAllOrders(db, transaction.id)) {
    if (order.status !== 'completed') continue
    const answer = await readResult(sealer, transaction, order)
    results.set(`${check.port} ${order.service}`, answer ?? null)
  }
  return results
}

function describeCompany(results: Results, fields: StoredFields, now: Date) {
  const answer =
    results.get('company-check CompanyRegistry') ?? results.get('company-check BasicInfos')
  return answer && 'found' in answer ? describeRegistry(answer, fields, now) : {}
}

export function describePerson(results: Results, { name, documentType }: StoredFields) {
  const of = (service: string) => results.get(`person-check ${service}`)
  const sanctioned = isListed(results, 'Sanctions')
  const exposed = isListed(results, 'Pep')
  const wanted = hasRecord(of('ArrestWarrant'))
  const basic = of('BasicInfos')
  const status = basic && 'status' in basic ? basic.status : undefined
  const called = basic && 'name' in basic ? basic.name : undefined
  const isNamed = documentType === 'cpf' ? isSamePerson(name, called) : undefined
  return {
    ...(sanctioned !== undefined && { sanctioned }),
    ...(exposed !== undefined && { exposed }),
    ...(wanted !== undefined && { wanted }),
    ...(basic !== undefined && { personFound: basic !== null }),
    ...(status !== undefined && status !== 'unknown' && { personRegular: status === 'regular' }),
    ...(isNamed !== undefined && { personNameMatches: isNamed }),
  }
}

/** A match of the person or of the company; undefined: neither was asked about. */
function isListed(results: Results, service: string): boolean | undefined {
  const known = [
    hasMatch(results.get(`person-check ${service}`)),
    hasMatch(results.get(`company-check ${service}`)),
  ].filter((one) => one !== undefined)
  return known.length === 0 ? undefined : known.includes(true)
}

/** Undefined: nothing was said of it, which is never a "no". */
function hasMatch(answer: CheckAnswer | null | undefined): boolean | undefined {
  if (!answer || !('matches' in answer)) return undefined
  return answer.matches?.some(({ match }) => match)
}

function hasRecord(answer: CheckAnswer | null | undefined): boolean | undefined {
  if (!answer || !('records' in answer) || !answer.records) return undefined
  return answer.records.length > 0
}

function describeCredit(answer: CheckAnswer | null | undefined) {
  if (answer === undefined) return {}
  const [first] = answer && 'scores' in answer ? answer.scores : []
  const score = first ? Number(first.value) : Number.NaN
  return { known: first !== undefined, ...(Number.isFinite(score) && { score }) }
}

/** What a register of BINs does not tell is no "no". */
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
