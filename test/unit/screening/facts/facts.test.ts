// What statements of sources say of the transaction's own person, and of others.
import { describe, expect, test } from 'vitest'
import { describeOthers } from '#src/screening/facts/other-facts.ts'
import { describeChecks } from '#src/screening/facts/person-facts.ts'
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
  const said = [
    say('Sanctions', clean, nameless),
    say('Pep', clean, nameless),
    say('ArrestWarrant', records, nameless),
  ]
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
  expect(describeChecks(said, person)).toEqual({ sanctioned: false, debarred: false })
  expect(describeOthers(said)).toMatchObject({ sanctioned: true, hit: true })
})

describe('that nothing is in any list is known', () => {
  const all = [say('Sanctions', clean), say('Pep', clean)]
  const records = { records: [] }
  test.each<[string, Statement[], boolean | undefined]>([
    ['not of one list of the media', [say('AdverseMedia', clean)], undefined],
    ['not of sanctions alone', [say('Sanctions', clean)], undefined],
    ['not of exposed persons alone', [say('Pep', clean)], undefined],
    ['not of warrants alone', [say('ArrestWarrant', records)], undefined],
    ['not of basic data', [say('BasicInfos', { name: 'Maria Souza' })], undefined],
    ['not where one list does not say', [say('Sanctions', {}), say('Pep', clean)], undefined],
    ['not where one list has no data', [say('Sanctions', null), say('Pep', clean)], undefined],
    ['not where sanctions were not searched', [say('Sanctions', { ...clean, notSearched: ['sanction'] }), say('Pep', clean)], undefined],
    ['not by a number alone', all.map((one) => ({ ...one, subject: { document: person.document } })), undefined],
    ['not of somebody else', all.map((one) => ({ ...one, isOwn: false })), undefined],
    ['not of the own company', all.map((one) => ({ ...one, port: 'company-check' as const })), undefined],
    ['not by a name in letters that give a part of it', all.map((one) => ({ ...one, subject: { document: person.document, name: 'محمد درويشي' } })), undefined],
    ['of sanctions and exposed persons', all, false],
    ['of them and of warrants', [...all, say('ArrestWarrant', records)], false],
    ['of them, with a doubt about the media', [...all, say('AdverseMedia', hit)], true],
    ['of a hit, whatever else was asked', [say('Sanctions', hit)], true],
    ['of a warrant alone', [say('ArrestWarrant', { records: [{ id: '1', kind: 'warrant' }] })], true],
  ])('%s', (_, said, isHit) => {
    expect(describeChecks(said, person).hit).toBe(isHit)
  }) // prettier-ignore

  test('of a company by its lists of sanctions', () => {
    const of = { port: 'company-check', subject: { document: company.document, name: 'Padaria Estrela Ltda' } } as const // prettier-ignore
    expect(describeChecks([say('Sanctions', clean, of)], company).hit).toBe(false)
    expect(describeChecks([say('LawSuits', records, of)], company).hit).toBeUndefined()
  })
})

describe('that none of the others is in a list is known', () => {
  const ana = { document: '39053344705', documentType: 'cpf', name: 'Ana Lima Souza' }
  const rui = { document: '11144477735', documentType: 'cpf', name: 'Rui Rocha Teles' }
  const firm = { document: '00000000000191', documentType: 'cnpj', name: 'Horizonte Ltda' }
  const volga = { name: 'Volga Metals Holding LLC', documentType: 'cnpj' }
  const of = (
    { document, name }: { document?: string; name: string },
    services = ['Sanctions', 'Pep'],
    port: Port = 'person-check',
  ) =>
    services.map((service) => {
      const answer = service === 'ArrestWarrant' ? { records: [] } : clean
      const subject = { ...(document && { document }), name }
      return say(service, answer, { port, isOwn: false, subject })
    })
  const ofFirm = (one: { document?: string; name: string }) =>
    of(one, ['Sanctions'], 'company-check')
  const isHit = (sent: object, said: Statement[], more: object = {}) =>
    describeOthers(said, { sent, ...more })

  test.each<[string, object, Statement[], boolean | undefined]>([
    ['not where one of two has not answered', { partners: [ana, rui] }, of(ana), undefined],
    ['not where a representative was not asked about', { partners: [ana], legalRepresentatives: [rui] }, of(ana), undefined],
    ['not of sanctions alone', { partners: [ana] }, of(ana, ['Sanctions']), undefined],
    ['not of one by no number', { partners: [ana] }, of({ name: ana.name }), undefined],
    ['not of one under another name', { partners: [ana] }, of({ ...ana, name: 'Eva Reis' }), undefined],
    ['not of a firm that was asked about as a person', { partners: [firm] }, of(firm), undefined],
    ['not of who has no number, as a person alone', { partners: [volga] }, of(volga), undefined],
    ['not of who has no number, as a company alone', { partners: [volga] }, ofFirm(volga), undefined],
    ['not of who has a foreign number, as a person alone', { partners: [{ ...volga, document: 'AB-991' }] }, of({ ...volga, document: 'AB991' }), undefined],
    ['not of who has no name', { partners: [{ document: ana.document, documentType: 'cpf' }, rui] }, of(rui), undefined],
    ['of all', { partners: [ana, rui] }, [...of(ana), ...of(rui)], false],
    ['of a firm and of who acts for it', { partners: [firm], legalRepresentatives: [ana] }, [...ofFirm(firm), ...of(ana)], false],
    ['of who has no number, as both', { partners: [volga] }, [...of(volga), ...ofFirm(volga)], false],
    ['of one in another spelling', { partners: [ana] }, of({ ...ana, name: 'ANA LIMA SOUSA' }), false],
    ['of one who is named twice', { partners: [ana], legalRepresentatives: [ana] }, of(ana), false],
    ['of nobody who is known', {}, [], undefined],
  ])('%s', (_, sent, said, expected) => {
    expect(isHit(sent, said).hit).toBe(expected)
  }) // prettier-ignore

  test('by each kind of list and by warrants, once all were asked for it', () => {
    const both = { partners: [ana, rui] }
    expect(isHit(both, [...of(ana), ...of(rui, ['Sanctions'])])).toEqual({ sanctioned: false, debarred: false }) // prettier-ignore
    expect(isHit(both, of(ana, ['ArrestWarrant']))).toEqual({})
    const warrants = [...of(ana, ['ArrestWarrant']), ...of(rui, ['ArrestWarrant'])]
    expect(isHit(both, warrants)).toEqual({ wanted: false, criminalWarrant: false })
  })

  test('with those whom the register names, and whom else lists were asked about', () => {
    const listed = { name: 'VOLGA METALS HOLDING LLC', kind: 'foreign' as const }
    const sent = { partners: [ana] }
    const more = { registered: [listed] }
    expect(isHit(sent, of(ana), more).hit).toBeUndefined()
    expect(isHit(sent, [...of(ana), ...of(volga), ...ofFirm(volga)], more).hit).toBe(false)
    const asked = [{ port: 'person-check' as const, isOwn: false, subject: rui, services: ['Sanctions', 'Pep'] }] // prettier-ignore
    expect(isHit(sent, of(ana), { asked }).hit).toBeUndefined()
    expect(isHit(sent, [...of(ana), ...of(rui)], { asked }).hit).toBe(false)
    // What is no list says nothing of who is in one.
    const known = [{ ...asked[0], services: ['BasicInfos'] }]
    expect(isHit(sent, of(ana), { asked: known }).hit).toBe(false)
    const cut = Array.from({ length: 500 }, () => ({ ...listed, ...ana, kind: 'person' as const }))
    expect(isHit(sent, of(ana), { registered: cut }).hit).toBeUndefined()
  })
})

describe('whether somebody who acts for a company has died', () => {
  const cpf = '39053344705'
  const stands = {
    legalRepresentatives: [{ document: '390.533.447-05', documentType: 'cpf', name: 'Rui' }],
  }
  const of = (status: string, document = cpf) =>
    say('BasicInfos', { status } as CheckAnswer, { isOwn: false, subject: { document } })
  const dead = (...said: Statement[]) => describeOthers(said, { sent: stands }).dead
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

describe('a name in another order than the register’s', () => {
  const born = '1990-05-17'
  const verdictOf = (name: string, known: string, birthdate?: string) => {
    const answer = { name: known, ...(birthdate && { birthdate }) }
    return describeChecks([say('BasicInfos', answer)], { ...person, name }).nameVerdict
  }
  test.each([
    ['Wei Chen', 'CHEN WEI', born, 'same'],
    ['Jean Baptiste Toussaint', 'TOUSSAINT JEAN BAPTISTE', born, 'same'],
    ['Wei Chen', 'CHEN WEI', '1990-05-18', 'doubtful'],
    ['Wei Chen', 'CHEN WEI', '1990', 'doubtful'],
    ['Wei Chen', 'CHEN WEI', undefined, 'doubtful'],
  ])('%s, of the register %s, born there %s: %s', (name, known, birthdate, verdict) => {
    expect(verdictOf(name, known, birthdate)).toBe(verdict)
  })
  test.each([
    ['Wei Chen', 'CHEN WEI MING'],
    ['Wei Chen', 'LI WEI'],
    ['Jean Baptiste Toussaint', 'TOUSSAINT JEAN'],
    ['Ana Lima Souza', 'LIMA SOUZA BIA'],
    ['Ana Lima Souza', 'SOUZA ANA LUIZA LIMA'],
    ['Rui Prado Filho', 'PRADO RUI'],
  ])('%s is not surely %s, whoever was born that day', (name, known) => {
    expect(verdictOf(name, known, born)).not.toBe('same')
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

  test.each<[string, boolean, object]>([
    ['MARIA SOUZA (FALECIDA)', true, { personDead: true, personRegular: false, nameVerdict: 'same' }],
    ['MARIA SOUZA - FALECIDA', true, { personDead: true, personRegular: false }],
    ['ESPOLIO DE MARIA SOUZA', true, { personDead: true, personRegular: false }],
    ['MARIA SOUZA (FALECIDA)', false, { personFound: true, personStatusDoubtful: 'deceased' }],
    ['MARIA SOUZA (INTERDITADA)', true, { personRegular: false, personDead: false, nameVerdict: 'same' }],
    ['MARIA SOUZA - INTERDITADA', false, { personRegular: false }],
    ['MARIA SOUZA (MENOR)', true, { personRegular: false, personDead: false }],
    ['MARIA SOUZA', true, { personRegular: true, personDead: false, nameVerdict: 'same' }],
    ['MARIA FALECIDO SOUZA', true, { personRegular: true, personDead: false }],
    ['MARIA MENOR SOUZA', true, { personRegular: true }],
  ])('%s, as a register writes it (its own word: %s)', (name, isOwnWord, facts) => {
    const found = basics([{ name, status: 'regular' }, isOwnWord])
    expect(found).toMatchObject(facts)
  }) // prettier-ignore

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
