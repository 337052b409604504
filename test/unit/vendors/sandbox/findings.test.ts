// What every magic document leads to, person and company: the failures, facts, findings and the score of `identity`, as
// the API's document shows them. `vitest -u` writes the file anew.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { createFacts } from '#src/journey/facts/facts.ts'
import { companyServices, personServices } from '#src/journey/transaction/parts-schema.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { deriveInsights } from '#src/risk/insights/catalogue/catalogue.ts'
import { identity2 as identity } from '#src/risk/scorecards/built-in/identity-2.ts'
import { compileScorecard } from '#src/risk/scorecards/compile.ts'
import { describeAsked } from '#src/screening/facts/asked-facts.ts'
import { describeRegistry } from '#src/screening/facts/company-facts.ts'
import { describeChecks } from '#src/screening/facts/person-facts.ts'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { Statement } from '#src/screening/facts/statements.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'
import { trust } from '#src/screening/answers/trust.ts'
import { answerCheck } from '#src/vendors/sandbox/check-answers.ts'
import { type DocumentEnding, documentEndings } from '#src/vendors/sandbox/check-endings.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { contextOf } from '#test/support/vendors/check-harness.ts'

const now = new Date('2026-11-22T12:00:00Z')
// The sandbox's list is of the day on which it is asked.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterAll(() => void vi.useRealTimers())
const [account] = sandboxChecking().accounts.all()
if (!account) throw new Error('no account')
const { variables } = createFacts(capabilities.flatMap(({ facts }) => facts ?? []))
const card = compileScorecard(identity, variables)

const sent = {
  person: {
    documentType: 'cpf',
    name: 'Maria Souza',
    birthdate: '1990-05-17',
    mothersName: 'Ana Souza',
  },
  company: {
    documentType: 'cnpj',
    name: 'Acme Ltda',
    legalRepresentatives: [{ document: '52998224725', documentType: 'cpf', name: 'Ana Lima' }],
  },
} as const
const kinds = {
  person: { port: 'person-check', services: personServices },
  company: { port: 'company-check', services: companyServices },
} as const
type Kind = keyof typeof kinds

/** What comes of a purchase in the end, whenever that is. */
async function endOf(
  request: CheckRequest,
  ending: DocumentEnding,
): Promise<CheckOutcome | string> {
  const round = ending === '0014' ? 2 : 1
  const first = trust(request, (await account?.buy(request, contextOf({ round }))) ?? never(), now)
  const comesLater = ['accepted', 'deferred'].includes(first.kind) || ending === '0010'
  const found = comesLater
    ? trust(request, answerCheck(request, { ending, round, now }), now)
    : first
  if (found.kind === 'rejected') return 'provider-failed'
  if (found.kind === 'answered' || found.kind === 'no-data') return found
  return 'check-uncertain'
}

const never = (): never => {
  throw new Error('no account')
}

async function describeEnding(kind: Kind, ending: DocumentEnding) {
  const document = kind === 'person' ? `52998${ending}25` : `11222333${ending}81`
  const fields = CreateTransaction.parse({ ...sent[kind], document })
  const { port, services } = kinds[kind]
  const said: Statement[] = []
  const failed: Record<string, string> = {}
  for (const service of services) {
    const {
      documentType: _,
      legalRepresentatives,
      ...subject
    } = { legalRepresentatives: [], ...sent[kind] }
    const about = { ...subject, document, partners: [...legalRepresentatives] }
    const request = { port, service, subject: about } as unknown as CheckRequest
    const found = await endOf(request, ending)
    if (typeof found === 'string') failed[service] = found
    else {
      const answer = found.kind === 'answered' ? found.answer : null
      const origin = { source: 'sandbox', isAuthoritative: true, isOwn: true }
      said.push({ ...request, ...origin, answer })
    }
  }
  const registered = said.find(({ service }) => service === 'CompanyRegistry')?.answer
  const company =
    registered && kind === 'company'
      ? // Safe because it is the answer of a registry of companies.
        describeRegistry(
          { answer: registered as CompanyResult, isAuthoritative: true },
          fields,
          now,
        )
      : {}
  const checks = { ...describeChecks(said, fields), ...describeAsked(said, fields) }
  const facts = { checks, company }
  const score = card.evaluate({ ...facts, document: { checkDigitsHold: true } })?.value
  return { failed, facts, findings: deriveInsights(facts).map(({ code }) => code), score }
}

const flat = (facts: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([group, known]) =>
      Object.entries(known as object).map(([name, value]) => [`${group}.${name}`, value]),
    ),
  )

/** Of facts those that are not as of any other document. */
async function rowOf(kind: Kind, ending: DocumentEnding) {
  const [plain, own] = [await describeEnding(kind, '0001'), await describeEnding(kind, ending)]
  const usual = flat(plain.facts)
  const facts = Object.entries(flat(own.facts)).filter(
    ([name, value]) => JSON.stringify(usual[name]) !== JSON.stringify(value),
  )
  const unknown = Object.keys(usual).filter((name) => !(name in flat(own.facts)))
  return {
    failed: own.failed,
    facts: Object.fromEntries(ending === '0001' ? Object.entries(usual) : facts),
    ...(unknown.length > 0 && { unknown: unknown.length }),
    findings: own.findings,
    score: own.score,
  }
}

test('every ending of a person and a company has the facts, findings and score that the document shows', async () => {
  const rows: Record<string, object> = {}
  // Safe because the object has no other keys.
  for (const ending of Object.keys(documentEndings).toSorted() as DocumentEnding[])
    rows[ending] = {
      person: await rowOf('person', ending),
      company: await rowOf('company', ending),
    }
  const file = join(import.meta.dirname, '../../../../src/vendors/sandbox/ending-findings.json')
  // The sandbox's lists are of the day.
  const written = JSON.stringify(rows, null, 2).replace(
    /(?<=sandbox sandbox )\d{4}-\d\d-\d\d/g,
    '2026-11-22',
  )
  await expect(`${written}\n`).toMatchFileSnapshot(file)
})
