// What a run asks for: what a verdict needs and what the client wants besides, about whom client and register name.
import { describe, expect, test } from 'vitest'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { askedByPack } from '#src/screening/background-check/pack-request.ts'
import type { Listed } from '#src/screening/facts/company-facts.ts'

const personWith = (bcheck?: string[]) =>
  askedByPack(
    CreateTransaction.parse({
      documentType: 'cpf',
      document: '52998224725',
      name: 'Ana Lima',
      ...(bcheck && { services: { bcheck } }),
    }),
  ).map(({ services }) => services)

describe('of a person', () => {
  test.each<[string, string[] | undefined, string[][]]>([
    ['what a verdict needs', undefined, [['BasicInfos', 'Sanctions', 'Pep']]],
    ['nothing twice', ['Sanctions', 'Pep', 'BasicInfos'], [['Sanctions', 'Pep', 'BasicInfos']]],
    ['what the client wants, and what is missing of a verdict', ['ArrestWarrant', 'BasicInfos'], [['ArrestWarrant', 'BasicInfos'], ['Sanctions', 'Pep']]],
    ['reports of the media never instead of the lists', ['AdverseMedia'], [['AdverseMedia'], ['BasicInfos', 'Sanctions', 'Pep']]],
  ])('%s', (_, bcheck, expected) => {
    expect(personWith(bcheck)).toEqual(expected)
  }) // prettier-ignore
})

const ana = { document: '529.982.247-25', documentType: 'cpf', name: 'Ana Lima Souza' }
const partiesOf = (fields: object, registered: Listed = []) =>
  askedByPack(
    CreateTransaction.parse({ documentType: 'cnpj', document: '11222333000181', ...fields }),
    { registered },
  )
    .slice(1)
    .map(({ port, subject: { document, name }, services, isFurther, isBesides }) => [
      port === 'company-check' ? 'company' : 'person',
      document,
      name,
      services.join(' '),
      ...(isFurther ? ['registered'] : isBesides ? ['besides'] : []),
    ])

const listed = { name: 'ANA LIMA SOUZA', document: '***982247**', kind: 'person' } as const
const anaAsked = ['person', '52998224725', 'Ana Lima Souza', 'Sanctions Pep']

describe('of who stands behind a company', () => {
  test.each<[string, object, Listed, unknown[]]>([
    ['nobody', {}, [], []],
    ['whom the client names', { partners: [ana] }, [], [anaAsked]],
    ['once, whom the register names too', { partners: [ana] }, [listed], [anaAsked]],
    ['whom the register alone names, by name where the number is hidden', {}, [listed], [['person', undefined, 'ANA LIMA SOUZA', 'Sanctions Pep', 'registered']]],
    ['whom the register names with another number', { partners: [ana] }, [{ ...listed, document: '***111222**' }], [anaAsked, ['person', undefined, 'ANA LIMA SOUZA', 'Sanctions Pep', 'registered']]],
    ['who is foreign, as a person and as a company', { partners: [{ name: 'Volga Metals LLC' }] }, [{ name: 'VOLGA METALS LLC', kind: 'foreign' }], [['person', undefined, 'Volga Metals LLC', 'Sanctions Pep'], ['company', undefined, 'Volga Metals LLC', 'Sanctions']]],
    ['a foreigner whom the client names by a CPF, as a company too', { partners: [ana] }, [{ ...listed, kind: 'foreign' }], [anaAsked, ['company', undefined, 'ANA LIMA SOUZA', 'Sanctions', 'registered']]],
    ['who has a foreign number', { partners: [{ name: 'Volga Metals LLC', document: 'AB-991' }] }, [], [['person', 'AB991', 'Volga Metals LLC', 'Sanctions Pep'], ['company', 'AB991', 'Volga Metals LLC', 'Sanctions']]],
    ['whom the register alone names without a number', {}, [{ name: 'ANA LIMA SOUZA', kind: 'unknown' }], [['person', undefined, 'ANA LIMA SOUZA', 'Sanctions Pep', 'registered'], ['company', undefined, 'ANA LIMA SOUZA', 'Sanctions', 'registered']]],
    ['a company that the register names', {}, [{ name: 'HORIZONTE LTDA', document: '00000000000191', kind: 'company' }], [['company', '00000000000191', 'HORIZONTE LTDA', 'Sanctions', 'registered']]],
    ['the owner of a sole trader', {}, [{ name: 'ANA LIMA SOUZA', document: '52998224725', kind: 'person' }], [['person', '52998224725', 'ANA LIMA SOUZA', 'Sanctions Pep', 'registered']]],
    ['whether a representative lives', { legalRepresentatives: [ana] }, [], [anaAsked, ['person', '52998224725', 'Ana Lima Souza', 'BasicInfos', 'besides']]],
  ])('%s', (_, fields, registered, expected) => {
    expect(partiesOf(fields, registered)).toEqual(expected)
  }) // prettier-ignore

  test('of twenty people at most, or thirteen who may be either', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ name: `PESSOA ${'ABCDEFGHIJ'[at % 10]}${'KLM'[Math.floor(at / 10)]} TELES`, kind: 'person' as const, document: '***111222**' })) // prettier-ignore
    expect(partiesOf({}, many)).toHaveLength(20)
    const foreign = many.map((one) => ({ ...one, kind: 'foreign' as const }))
    expect(partiesOf({}, foreign)).toHaveLength(26)
  })
})

test.for<[string, Parameters<typeof askedByPack>[1], string[][]]>([
  ['the own company alone', { about: 'own' }, [['CompanyRegistry', 'Sanctions']]],
  ['who stands behind it alone', { about: 'parties' }, [['Sanctions', 'Pep']]],
  ['one service of the own company', { services: ['CompanyRegistry'] }, [['CompanyRegistry']]],
  ['lists, of all', { services: ['Sanctions'] }, [['Sanctions'], ['Sanctions', 'Pep']]],
])('a step asks for %s', ([, step, expected]) => {
  const fields = { documentType: 'cnpj', document: '11222333000181', partners: [ana] }
  const asked = askedByPack(CreateTransaction.parse(fields), step)
  const lists = asked.filter(({ isBesides }) => !isBesides).map(({ services }) => [...services])
  expect(lists).toEqual(expected)
})
