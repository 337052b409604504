// What statements of sources say of the transaction's own person, and of others.
import { describe, expect, test } from 'vitest'
import { describeChecks, describeOthers } from '#src/screening/facts/person-facts.ts'
import { isOwn } from '#src/screening/facts/ownership.ts'
import type { CheckAnswer, Port } from '#src/screening/orders/port.ts'
import type { Statement } from '#src/screening/facts/statements.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'

const person = CreateTransaction.parse({
  documentType: 'cpf',
  document: '52998224725',
  name: 'Maria Souza',
  birthdate: '1990-05-17',
  mothersName: 'Ana Lima Souza',
  secondaryDocumentType: 'cnpj',
  secondaryDocument: '11222333000181',
})
const company = CreateTransaction.parse({
  documentType: 'cnpj',
  document: '11222333000181',
  name: 'Padaria Estrela Ltda',
})

const say = (
  service: string,
  answer: CheckAnswer | null,
  more: Partial<Statement> = {},
): Statement => ({
  port: 'person-check',
  service,
  source: 'lists',
  isAuthoritative: false,
  isOwn: true,
  subject: { document: '52998224725', name: 'Maria Souza' },
  answer,
  ...more,
})
const entry = { id: '1', name: 'x', score: 1, match: true, topics: ['sanction'], lists: ['ofac'] }
const hit = { matches: [entry] }
const clean = { matches: [] }
const sanctionsOf = (...answers: (readonly [CheckAnswer | null, Partial<Statement>?])[]) =>
  describeChecks(
    answers.map(([answer, more]) => say('Sanctions', answer, more)),
    person,
  ).sanctioned

describe('a list', () => {
  test('that says nothing says no "no"', () => {
    expect(sanctionsOf()).toBeUndefined()
    expect(sanctionsOf([null])).toBeUndefined()
    expect(sanctionsOf([{}])).toBeUndefined()
    expect(sanctionsOf([clean])).toBe(false)
  })

  test.each<[string, boolean, (readonly [CheckAnswer, Partial<Statement>?])[]]>([
    ['of the same source, parameters and lists', false, [[hit], [clean]]],
    ['of another source', true, [[hit], [clean, { source: 'others' }]]],
    ['of another source before it', true, [[clean, { source: 'others' }], [hit]]],
    ['of other parameters', true, [[hit], [clean, { subject: { name: 'Maria Souza' } }]]],
    ['of other lists', true, [[{ ...hit, searched: ['un'] }], [{ ...clean, searched: ['eu'] }]]],
    ['of a newer version', false, [[{ ...hit, version: '9' }], [{ ...clean, version: '10' }]]],
    ['of an older version', true, [[{ ...hit, version: '10' }], [{ ...clean, version: '9' }]]],
    ['of no version', true, [[{ ...hit, version: '2026-11-20' }], [clean]]],
    ['of the company', true, [[hit], [clean, { port: 'company-check' }]]],
  ])('with a hit and a clean answer %s: %s', (_, isSanctioned, answers) => {
    expect(sanctionsOf(...answers)).toBe(isSanctioned)
  })

  test('of a person’s own company finds, and clears nobody but the company', () => {
    const of = { port: 'company-check' } as const
    expect(sanctionsOf([clean, of])).toBeUndefined()
    expect(sanctionsOf([hit, of])).toBe(true)
    expect(sanctionsOf([hit, of], [clean])).toBe(true)
    expect(describeChecks([say('Sanctions', clean, of)], company).sanctioned).toBe(false)
  })

  test('names source, list and version of its hits', () => {
    const said = [
      say('Sanctions', { ...hit, version: '2026-11-20' }),
      say('Sanctions', { matches: [{ ...entry, lists: [] }] }, { source: 'other' }),
      say('Pep', clean),
    ]
    const facts = describeChecks(said, person)
    expect(facts.sanctionedBy).toEqual(['lists ofac 2026-11-20', 'other - -'])
    expect(facts).not.toHaveProperty('exposedBy')
  })
})

test('who was asked about without a name is found by number, and never clean', () => {
  const nameless = { subject: { document: '52998224725' } }
  const records = { records: [] }
  const said = [say('Sanctions', clean, nameless), say('ArrestWarrant', records, nameless)]
  expect(describeChecks(said, person)).toEqual({})
  expect(describeChecks([say('Sanctions', hit, nameless)], person)).toMatchObject({
    sanctioned: true,
    hit: true,
  })
  // Of whom no name is known there is no more to ask.
  const { name: _, ...unnamed } = person
  expect(describeChecks(said, unnamed)).toMatchObject({ sanctioned: false, hit: false })
})

test('what is about others is a fact of others alone, where any hit counts', () => {
  const about = { isOwn: false }
  const said = [
    say('Sanctions', clean),
    say('Sanctions', hit, about),
    say('Sanctions', clean, { ...about, subject: { name: 'Rui' } }),
    say('ArrestWarrant', { records: [] }, about),
  ]
  expect(describeChecks(said, person)).toEqual({ sanctioned: false, debarred: false, hit: false })
  expect(describeOthers(said)).toEqual({
    sanctioned: true,
    debarred: false,
    wanted: false,
    criminalWarrant: false,
    hit: true,
  })
})

describe('whether somebody who acts for a company has died', () => {
  const cpf = '39053344705'
  const stands = {
    legalRepresentatives: [{ document: '390.533.447-05', documentType: 'cpf', name: 'Rui' }],
  }
  const of = (status: string, document = cpf) =>
    say('BasicInfos', { status } as CheckAnswer, { isOwn: false, subject: { document } })
  const dead = (...said: Statement[]) => describeOthers(said, stands).dead
  test.each([
    ['whoever says so', [of('deceased')], true],
    ['whoever else is asked about', [of('regular'), of('deceased', '11144477735')], true],
    ['one source says so and another does not', [of('deceased'), of('regular')], true],
    ['each was asked about', [of('regular')], false],
    ['somebody else was asked about', [of('regular', '11144477735')], undefined],
    ['the source does not say', [of('unknown')], undefined],
    ['nobody was asked', [], undefined],
    ['it is said of the own person', [say('BasicInfos', { status: 'deceased' })], undefined],
  ] as const)('%s', (_, said, is) => {
    expect(dead(...said)).toBe(is)
  })
})

test('a name of the list of the wanted is a warrant for a crime, and an alimony is none', () => {
  const listed = { matches: [{ ...entry, topics: ['wanted'] }] }
  const civil = { records: [{ id: '1', kind: 'civil-warrant' }] }
  expect(describeChecks([say('Sanctions', listed)], person).criminalWarrant).toBe(true)
  expect(describeChecks([say('ArrestWarrant', civil)], person)).toMatchObject({
    criminalWarrant: false,
    civilWarrant: true,
  })
})

describe('the name that a register shows', () => {
  const sent = { ...person, name: 'Lucas Prado Lima', socialName: 'Luana Prado Lima' }
  test.each([
    ['LUANA PRADO LIMA', { nameVerdict: 'same', personNameMatches: true }],
    ['LUCAS PRADO LIMA', { nameVerdict: 'same', personNameMatches: true }],
    ['RUI ROCHA TELES', { nameVerdict: 'other', personNameMatches: false }],
  ])('%s, of somebody with a social name', (name, facts) => {
    expect(describeChecks([say('BasicInfos', { name })], sent)).toMatchObject(facts)
  })
  test('is no other name’s where none is called so', () => {
    const { socialName: _, ...plain } = sent
    const [said] = [say('BasicInfos', { name: 'LUANA PRADO LIMA' })]
    expect(describeChecks([said], plain).nameVerdict).not.toBe('same')
  })
})

describe('basic data', () => {
  const basics = (...said: readonly (readonly [object | null, boolean?])[]) =>
    describeChecks(
      said.map(([answer, isAuthoritative = false]) =>
        say('BasicInfos', answer as CheckAnswer, { isAuthoritative }),
      ),
      person,
    )

  test('are compared with what was sent', () => {
    expect(
      basics([{ name: 'MARIA SOUSA', birthdate: '1990-05-17', mothersName: 'Eva Reis' }]),
    ).toEqual({
      personFound: true,
      personNameMatches: true,
      nameVerdict: 'same',
      birthdateMatches: true,
      mothersNameMatches: false,
    })
    expect(basics([null])).toEqual({ personFound: false })
    expect(basics([{ status: 'unknown' }])).toEqual({ personFound: true })
  })

  test.each([
    ['regular', { personRegular: true, personDead: false }],
    ['pending', { personRegular: false, personPending: true }],
    ['deceased', { personRegular: false, personDead: true, personCancelled: false }],
    ['cancelled', { personCancelled: true, personPending: false }],
    ['null', { personCancelled: true }],
  ])('%s is a finding of its own where the account is authoritative', (status, facts) => {
    expect(basics([{ status }, true])).toMatchObject(facts)
  })

  test('death and cancellation are doubtful from any other account', () => {
    const facts = basics([{ status: 'deceased' }])
    expect(facts).toEqual({ personFound: true, personStatusDoubtful: 'deceased' })
    expect(basics([{ status: 'regular' }, true], [{ status: 'null' }])).toMatchObject({
      personRegular: true,
      personStatusDoubtful: 'null',
    })
    expect(basics([{ status: 'pending' }])).toMatchObject({ personPending: true })
  })
})

describe('a check is about the own person or company', () => {
  const own = (port: Port, subject: object, fields = person) => isOwn(port, subject, fields)

  test.each<[string, Port, object, boolean]>([
    ['by its number', 'person-check', { document: '529.982.247-25' }, true],
    [
      'with its name in another spelling',
      'person-check',
      { document: '52998224725', name: 'MARIA SOUSA' },
      true,
    ],
    [
      'never with another number',
      'person-check',
      { document: '39053344705', name: 'Maria Souza' },
      false,
    ],
    [
      'never with another name',
      'person-check',
      { document: '52998224725', name: 'Rui Reis' },
      false,
    ],
    [
      'never with a doubtful name',
      'person-check',
      { document: '52998224725', name: 'M Souza' },
      false,
    ],
    [
      'never with another birth',
      'person-check',
      { document: '52998224725', birthdate: '1991-01-01' },
      false,
    ],
    ['never by a name alone', 'person-check', { name: 'Maria Souza' }, false],
    ['by the second document', 'company-check', { document: '11222333000181' }, true],
    ['never with another company', 'company-check', { document: '00000000000191' }, false],
  ])('%s', (_, port, subject, isIt) => {
    expect(own(port, subject)).toBe(isIt)
  })

  test('of a company no person is its own', () => {
    expect(own('company-check', { document: '11222333000181' }, company)).toBe(true)
    expect(own('person-check', { document: '11222333000181' }, company)).toBe(false)
    expect(own('person-check', { document: '52998224725' }, company)).toBe(false)
  })
})

test("a company's name is not compared with a person's", () => {
  const found = say('BasicInfos', { name: 'Ana Lima' }, { port: 'company-check' })
  expect(describeChecks([found], person)).toEqual({})
})
