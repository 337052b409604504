// Whom a check is about, whether an answer is about them, and what is new in it.
import { describe, expect, test } from 'vitest'
import { countNewFindings } from '#src/screening/answers/difference.ts'
import { toName } from '#src/journey/names/fold.ts'
import { companyOf, hasSubject, isAbout, personOf } from '#src/screening/answers/subject.ts'
import { toCompany, toPerson } from '#src/screening/background-check/record.ts'
import { toDate } from '#src/screening/background-check/rules.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'

const fields = (body: object) => CreateTransaction.parse(body)
const person = fields({
  documentType: 'CPF',
  document: '52998224725',
  name: 'Maria Souza',
  mothersName: 'Ana Souza',
  secondaryDocumentType: 'CNPJ',
  secondaryDocument: '11.222.333/0001-81',
})
const company = fields({ documentType: 'CNPJ', document: '11222333000181', name: 'Acme Ltda' })

describe('the subject', () => {
  test('is the transaction, where nothing else was sent', () => {
    expect(personOf(person)).toMatchObject({ document: '52998224725', mothersName: 'Ana Souza' })
    const sent = toPerson({ fullName: 'Outra', mothersName: '', birthDate: '17/05/1990' })
    expect(personOf(person, sent)).toMatchObject({
      document: '52998224725',
      name: 'Outra',
      mothersName: 'Ana Souza',
      birthdate: '1990-05-17',
    })
  })

  test.each(['', '  ', '\u200b', '...', 'A', 'Ana '.repeat(60)])(
    'has the transaction’s name where the one that was sent cannot be read: %j',
    (name) => {
      const sent = toPerson({ fullName: name, mothersName: name })
      expect(personOf(person, sent)).toMatchObject({
        name: 'Maria Souza',
        mothersName: 'Ana Souza',
      })
      expect(companyOf(company, toCompany({ companyName: name }))).toMatchObject({
        name: 'Acme Ltda',
      })
    },
  )

  test('is nobody where the transaction is of another kind', () => {
    expect(hasSubject(personOf(company))).toBe(false)
    expect(hasSubject(companyOf(fields({ documentType: 'CPF', document: '52998224725' })))).toBe(
      false,
    )
    expect(companyOf(person)).toEqual({ document: '11222333000181' })
    expect(companyOf(company, toCompany({ cnaes: [{ code: '6201501' }] }))).toMatchObject({
      name: 'Acme Ltda',
      cnaes: ['6201501'],
    })
  })

  test.each([
    ['1990-05-17', '1990-05-17'],
    ['1990-05-17T00:00:00Z', '1990-05-17'],
    ['17/05/1990', '1990-05-17'],
    ['1990-02-30', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('has its date as it is written: %s', (text, date) => {
    expect(toDate(text)).toBe(date)
  })
})

test.each([
  ['Osa\u200bma  Lima\u00ad\nLa\u0336den', 'Osama Lima Laden'],
  ['Ｏｓａｍａ Lima', 'Osama Lima'],
  ['José D’Ávila Müller', 'José D’Ávila Müller'],
  ['  3M ', '3M'],
  ['王伟', '王伟'],
  ['...', undefined],
  ['A', undefined],
  ['Ana '.repeat(60), undefined],
])('a name is what can be read of it: %j', (text, name) => {
  expect(toName(text)).toBe(name)
})

test.each([
  ['Ana Lima', 'Ana Lima'],
  ['王伟', '王伟'],
  ['12 345', undefined],
  ['de da', undefined],
  ['𓀀𓀁', undefined],
])('a person is asked about by a name that somebody can be found by: %j', (name, asked) => {
  const document = '52998224725'
  expect(personOf(fields({ documentType: 'CPF', document, name })).name).toBe(asked)
  expect(personOf(fields({ documentType: 'CPF', document }), { name }).name).toBe(asked)
})

test.each([
  ['52998224725', true],
  ['***982247**', true],
  ['39053344705', false],
  ['***000000**', false],
  ['5299822472', false],
])('an answer about %s is about the subject: %s', (document, isSame) => {
  expect(isAbout({ document: '52998224725' }, { document })).toBe(isSame)
})

test('an answer that names nobody is about whoever was asked about', () => {
  expect(isAbout({ document: '52998224725' }, { matches: [] })).toBe(true)
  expect(isAbout({ name: 'Maria' }, { document: '52998224725' })).toBe(true)
})

const match = (id: string, isMatch = true) => ({
  id,
  name: 'x',
  score: 0.9,
  match: isMatch,
  topics: [],
  lists: [],
})

test.each([
  [{ matches: [] }, { matches: [match('a')] }, 1],
  [{ matches: [match('a')] }, { matches: [match('a')] }, 0],
  [{ matches: [match('a')] }, { matches: [] }, 0],
  [{ matches: [] }, { matches: [match('a', false)] }, 0],
  [{ records: [] }, { records: [{ id: 'r', kind: 'warrant' }] }, 1],
  [{ status: 'regular' as const }, { status: 'suspended' as const }, 1],
  [undefined, { matches: [match('a'), match('b')] }, 2],
  [{ matches: [match('a')] }, undefined, 0],
])('what is new is counted, what has gone is not: %#', (before, now, difference) => {
  expect(countNewFindings(before, now)).toBe(difference)
})
