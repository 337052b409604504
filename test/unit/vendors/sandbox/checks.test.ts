// The sandbox's source has every ending for every service of a person, of a company and of credit.
import { describe, expect, test } from 'vitest'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { describeRegistry } from '#src/screening/facts/company-facts.ts'
import { describeChecks } from '#src/screening/facts/person-facts.ts'
import { trust } from '#src/screening/answers/trust.ts'
import { companyServices, personServices } from '#src/journey/transaction/parts-schema.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { documentEndings } from '#src/vendors/sandbox/check-endings.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { contextOf } from '#test/support/vendors/check-harness.ts'

const [account] = sandboxChecking().accounts.all()
if (!account) throw new Error('no account')

const sent = { name: 'Maria Souza', birthdate: '1990-05-17', mothersName: 'Ana Souza' }
const cpf = (digits: string) => `52998${digits}25`
const cnpj = (digits: string) => `11222333${digits}81`
const person = (service: string, digits: string): CheckRequest => ({
  port: 'person-check',
  service,
  subject: { document: cpf(digits), ...sent },
})
const company = (service: string, digits: string): CheckRequest => ({
  port: 'company-check',
  service,
  subject: { document: cnpj(digits), name: 'Acme Ltda' },
})
const credit = (_: string, digits: string): CheckRequest => ({
  port: 'credit',
  service: 'CreditScore',
  subject: { document: cpf(digits), criterion: 1 },
})

const all = [
  ...personServices.map((service) => ({ service, make: person })),
  ...companyServices.map((service) => ({ service, make: company })),
  { service: 'CreditScore', make: credit },
]
const digits = Object.keys(documentEndings)

const buy = async (request: CheckRequest, more: object = {}) =>
  trust(request, await account.buy(request, contextOf(more)))

describe.each(all)('$service', ({ service, make }) => {
  test.each(digits)('%s', async (ending) => {
    const found = await buy(make(service, ending))
    const expected: Record<string, string> = {
      '0005': 'accepted',
      '0006': 'accepted',
      '0007': 'accepted',
      '0008': 'accepted',
      '0009': 'deferred',
      '0010': 'uncertain',
      '0011': 'rejected',
      '0012': 'uncertain',
      '0013': 'uncertain',
      '0018': 'uncertain',
    }
    if (ending === '0026' && /Sanctions|Pep|AdverseMedia/.test(service))
      expected[ending] = 'uncertain'
    const kinds = ending === '0004' ? ['answered', 'no-data'] : [expected[ending] ?? 'answered']
    expect(kinds).toContain(found.kind)
  })
})

test('whose answer says nothing cannot say later what it did', async () => {
  expect(await account.lookUp?.(person('Sanctions', '0018'), contextOf())).toBe('unknown')
})

async function factsOf(ending: string) {
  const fields = CreateTransaction.parse({ documentType: 'cpf', document: cpf(ending), ...sent })
  const said = []
  for (const service of personServices) {
    const request = person(service, ending)
    const found = await buy(request, { round: ending === '0014' ? 2 : 1 })
    const answer = found.kind === 'answered' ? found.answer : null
    const isKept = found.kind === 'answered' || found.kind === 'no-data'
    const more = { source: 'sandbox', isAuthoritative: true, isOwn: true }
    if (isKept) said.push({ ...request, ...more, answer })
  }
  return describeChecks(said, fields)
}

test.each([
  ['0001', { sanctioned: false, exposed: false, personRegular: true, birthdateMatches: true }],
  ['0002', { sanctioned: true, sanctionedBy: [expect.stringMatching(/^sandbox sandbox \d{4}-/)] }],
  ['0003', { exposed: true, sanctioned: false }],
  ['0004', { personFound: false, sanctioned: false, wanted: false }],
  ['0014', { sanctioned: true }],
  ['0015', { wanted: true, criminalRecord: true, lawSuits: true }],
  ['0016', { personDead: true, personRegular: false }],
  ['0019', { personPending: true, personDead: false }],
  ['0020', { personCancelled: true }],
  ['0021', { adverseMedia: true, sanctioned: false }],
  ['0023', { wanted: true, civilWarrant: true, criminalWarrant: false }],
  ['0024', { debarred: true, sanctioned: false, hit: true }],
  ['0025', { sanctioned: true, sanctionedDoubtful: true }],
  ['0026', { personRegular: true, wanted: false }],
  ['0022', { personNameMatches: false, birthdateMatches: false, mothersNameMatches: false }],
])('the facts of a person with %s', async (ending, facts) => {
  expect(await factsOf(ending)).toMatchObject(facts)
})

test.each(['0011', '0012', '0013', '0018'])('with %s nothing is known', async (ending) => {
  expect(await factsOf(ending)).toEqual({})
})

test.each([
  ['0001', { active: true, nameMatches: true }],
  ['0004', { inRegistry: false }],
  ['0016', { active: true, months: expect.any(Number) }],
  ['0017', { active: false, closed: true }],
  ['0019', { active: false }],
  ['0020', { active: false, closed: true }],
  ['0022', { nameMatches: false, nameVerdict: 'other' }],
])('the facts of a company with %s', async (ending, facts) => {
  const found = await buy(company('CompanyRegistry', ending))
  const answer = found.kind === 'answered' && 'found' in found.answer ? found.answer : {}
  const own = { documentType: 'cnpj', document: cnpj(ending), name: 'Acme Ltda' }
  const sent = CreateTransaction.parse(own)
  const described = describeRegistry({ answer, isAuthoritative: true }, sent, new Date())
  expect(described).toMatchObject(facts)
})
