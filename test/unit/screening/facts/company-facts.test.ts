// What a registry's answer says of the transaction's own company.
import { describe, expect, test } from 'vitest'
import { describeRegistry } from '#src/screening/facts/company-facts.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'

const now = new Date('2026-11-22T12:00:00Z')
const describeWith = (
  answer: Partial<CompanyResult>,
  sent: object = {},
  { isAuthoritative = true, others = [] as CompanyResult[] } = {},
) =>
  describeRegistry(
    { answer: { found: true, ...answer }, isAuthoritative, others },
    CreateTransaction.parse({ documentType: 'cnpj', document: '11222333000181', ...sent }),
    now,
  )

test.each([
  ['Padaria Estrela do Sul Ltda', 'PADARIA ESTRELA DO SUL LTDA - ME', true],
  ['Açúcar e Café Ltda', 'ACUCAR E CAFE LTDA.', true],
  ['Padaria Estrela do Sul', 'Construtora Horizonte', false],
  ['Estrela', 'Estrela do Sul Participações', undefined],
  ['12', 'Padaria Estrela do Sul', false],
  ['Ltda', 'Padaria Estrela do Sul', undefined],
])('the name %s against %s: %s', (name, registered, nameMatches) => {
  expect(describeWith({ name: registered }, { name }).nameMatches).toBe(nameMatches)
})

test.for<[string, boolean]>([
  ['MASSA FALIDA DE PADARIA ESTRELA LTDA', false],
  ['PADARIA ESTRELA LTDA - MASSA FALIDA', false],
  ['PADARIA ESTRELA LTDA - FALIDA', false],
  ['PADARIA ESTRELA LTDA EM LIQUIDAÇÃO EXTRAJUDICIAL', false],
  ['PADARIA ESTRELA LTDA EM RECUPERACAO JUDICIAL', true],
  ['LIQUIDACAO TOTAL MODAS LTDA', true],
  ['FALIDA MODAS LTDA', true],
])('a company that its register calls active and %s is active: %s', ([name, active]) => {
  expect(describeWith({ name, status: 'active' }).active).toBe(active)
})

describe('a partner that was sent', () => {
  const listed = (...partners: NonNullable<CompanyResult['partners']>) => ({ partners })
  const ana = { name: 'ANA MARIA SOUSA', document: '***982247**', kind: 'person' } as const
  const firm = { name: 'HORIZONTE PARTICIPACOES LTDA', kind: 'company' } as const
  test.each([
    ['by six digits and the name', [{ document: '52998224725', name: 'Ana Maria Souza' }], true],
    ['with other digits', [{ document: '39053344705', name: 'Ana Maria Souza' }], false],
    ['with the digits and another name', [{ document: '52998224725', name: 'Rui Rocha' }], false],
    ['by the name alone', [{ name: 'Ana Maria Souza' }], true],
    ['by a name in part', [{ name: 'Ana M. de Oliveira Sousa' }], undefined],
    ['of a company', [{ name: 'Horizonte Participações' }], true],
    ['beside one that is missing', [{ name: 'Ana Maria Souza' }, { name: 'Rui Rocha' }], false],
    ['without anything to go by', [{}], undefined],
  ])('%s', (_, partners, isListed) => {
    expect(describeWith(listed(ana, firm), { partners }).partnersListed).toBe(isListed)
  })

  test('is not looked for where the register names nobody', () => {
    expect(describeWith({ partners: [] }, { partners: [{ name: 'Ana' }] })).not.toHaveProperty(
      'partnersListed',
    )
  })
})

test('what the register does not say is no fact', () => {
  expect(
    describeRegistry(
      { answer: {}, isAuthoritative: true },
      { documentType: 'cnpj', document: '11222333000181' },
      now,
    ),
  ).toEqual({})
  expect(describeWith({ found: false })).toEqual({ inRegistry: false })
  expect(describeWith({ status: 'unknown' })).toEqual({ inRegistry: true })
  expect(describeWith({ status: 'closed', openedAt: '2026-05-23', headOffice: false })).toEqual({
    inRegistry: true,
    active: false,
    closed: true,
    months: 5,
    branch: true,
  })
})

test.each<[NonNullable<CompanyResult['status']>, boolean, object]>([
  ['active', true, { active: true, closed: false }],
  ['suspended', true, { active: false, closed: false }],
  ['null', true, { active: false, closed: true }],
  ['active', false, { active: true, closed: false }],
  ['closed', false, { active: false }],
])('%s, from an authoritative register: %s', (status, isAuthoritative, facts) => {
  expect(describeWith({ status }, {}, { isAuthoritative })).toEqual({ inRegistry: true, ...facts })
})

test('that a company is closed is doubtful from any other register', () => {
  const others: CompanyResult[] = [{ status: 'closed' }, { status: 'active' }]
  expect(describeWith({ status: 'active' }, {}, { others })).toEqual({
    inRegistry: true,
    active: true,
    closed: false,
    statusDoubtful: 'closed',
  })
})

test('a name is compared with the trade name of the register too', () => {
  const answer = { name: 'ABC COMERCIO DE PAES LTDA', tradeName: 'PADARIA ESTRELA' }
  expect(describeWith(answer, { name: 'Padaria Estrela' })).toMatchObject({
    nameVerdict: 'same',
    nameMatches: false,
  })
  expect(describeWith(answer, { tradeName: 'Construtora Sol' }).tradeNameVerdict).toBe('other')
  expect(describeWith({ name: 'ABC' }, {})).not.toHaveProperty('nameVerdict')
})

describe('a legal representative that was sent', () => {
  const ana = { name: 'ANA MARIA SOUSA', document: '***982247**', kind: 'person' } as const
  const nameless = { name: 'RUI ROCHA', kind: 'person' } as const
  const own = { document: '52998224725', name: 'Ana Maria Souza' }
  test.each([
    ['by number and name', [own], true],
    ['beside one that is not', [{ document: '39053344705', name: 'Eva Reis' }, own], true],
    ['with another number', [{ document: '39053344705', name: 'Ana Maria Souza' }], false],
    ['with another name', [{ document: '52998224725', name: 'Eva Reis' }], false],
    ['by a name alone', [{ name: 'Ana Maria Souza' }], undefined],
    ['by a name of which the register shows no number', [{ ...own, name: 'Rui Rocha' }], undefined],
    [
      'in part of the name',
      [{ document: '52998224725', name: 'Ana M. de Oliveira Sousa' }],
      undefined,
    ],
  ])('%s: listed %s', (_, legalRepresentatives, isListed) => {
    const facts = describeWith({ partners: [ana, nameless] }, { legalRepresentatives })
    expect(facts.representativeListed).toBe(isListed)
  })
})

describe('where the register shows the whole number', () => {
  const partners: NonNullable<CompanyResult['partners']> = [
    { name: 'ANA MARIA SOUSA', document: '52998224725', kind: 'person' },
    { name: 'HORIZONTE PARTICIPACOES LTDA', document: '19131243000197', kind: 'company' },
  ]
  const [ana, firm] = [{ document: '52998224725' }, { document: '19.131.243/0001-97' }]
  test.each<[string, { document?: string; name?: string }, boolean | undefined, boolean | undefined]>([
    ['a person', { ...ana, name: 'Ana Maria Souza' }, true, true],
    ['a person with another name', { ...ana, name: 'Bruno Outro Nome' }, undefined, true],
    ['a person with a doubtful name', { ...ana, name: 'Ana M. de Oliveira Sousa' }, undefined, true],
    ['a person without a name', ana, undefined, true],
    ['a person without a number', { name: 'Ana Maria Souza' }, undefined, true],
    ['a person with another number', { document: '39053344705', name: 'Ana Maria Souza' }, false, false],
    ['a firm', { ...firm, name: 'Horizonte Participações' }, true, true],
    ['a firm with another name', { ...firm, name: 'Padaria Inocente Ltda' }, undefined, true],
  ])('%s is a listed representative: %3$s, and a listed partner: %4$s', (_, one, asRepresentative, asPartner) => {
    const facts = describeWith({ partners }, { legalRepresentatives: [one], partners: [one] })
    expect(facts.representativeListed).toBe(asRepresentative)
    expect(facts.partnersListed).toBe(asPartner)
  }) // prettier-ignore
})

describe('a sole trader', () => {
  const cpf = '52998224725'
  const joao = { document: cpf, documentType: 'cpf', name: 'João da Silva Prado' }
  const stands = (register: object, representative: object = joao) =>
    describeWith(
      { legalNature: '213-5', ...register },
      { name: 'João da Silva Prado', legalRepresentatives: [representative] },
    ).representativeListed

  test.each<[string, object, object?]>([
    ['by the CPF behind the name', { name: `JOAO DA SILVA PRADO ${cpf}` }],
    ['by the CPF as it is printed', { name: 'JOAO DA SILVA PRADO 529.982.247-25' }],
    ['by the root before the name', { name: '11.222.333 JOAO DA SILVA PRADO' }],
    ['by the root without points', { name: '11222333 JOAO DA SILVA PRADO', partners: [] }],
    ['by the code without its sign', { name: `JOAO DA SILVA PRADO ${cpf}`, legalNature: '2135' }],
    [
      'by code and words',
      { name: `JOAO DA SILVA PRADO ${cpf}`, legalNature: '213-5 - Empresário (Individual)' },
    ],
    ['by a name without accents', { name: `JOÃO DA SILVA PRADO ${cpf}` }, { ...joao, name: 'Joao da Silva Prado' }],
  ])('is represented by its owner: %s', (_, register, representative) => {
    expect(stands(register, representative)).toBe(true)
  }) // prettier-ignore

  test.each<[string, object, object?]>([
    ['of a limited company', { name: `JOAO DA SILVA PRADO ${cpf}`, legalNature: '206-2' }],
    ['of a nature nobody knows', { name: `JOAO DA SILVA PRADO ${cpf}`, legalNature: undefined }],
    ['of a nature that holds the digits', { name: `JOAO DA SILVA PRADO ${cpf}`, legalNature: '2135-9' }],
    ['with the CPF of somebody else', { name: 'JOAO DA SILVA PRADO 39053344705' }],
    ['with a number that no CPF can be', { name: 'JOAO DA SILVA PRADO 52998224724' }],
    ['behind the root of another company', { name: '19.131.243 JOAO DA SILVA PRADO' }],
    ['without a number', { name: 'JOAO DA SILVA PRADO' }],
    ['with another name', { name: `RUI ROCHA TELES ${cpf}` }],
    ['with another name behind the root', { name: '11.222.333 RUI ROCHA TELES' }],
    ['who sent no number, behind the root', { name: '11.222.333 JOAO DA SILVA PRADO' }, { name: joao.name }],
    ['who sent no number, before the CPF', { name: `JOAO DA SILVA PRADO ${cpf}` }, { name: joao.name }],
    ['who sent no name', { name: `JOAO DA SILVA PRADO ${cpf}` }, { document: cpf, documentType: 'cpf' }],
    ['that is a number alone', { name: cpf }],
  ])('is not represented by a name %s', (_, register, representative) => {
    expect(stands(register, representative)).not.toBe(true)
  }) // prettier-ignore

  test('needs somebody whom the client names as acting for it', () => {
    const facts = describeWith(
      { legalNature: '213-5', name: `JOAO DA SILVA PRADO ${cpf}` },
      { name: 'João', partners: [joao] },
    )
    expect(facts).not.toHaveProperty('representativeListed')
    expect(facts).toMatchObject({ partnersListed: true })
  })
})
