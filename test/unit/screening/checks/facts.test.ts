// What bought results tell of a person, whatever was asked about the company as well.
import { expect, test } from 'vitest'
import { describePerson, type Results } from '#src/screening/checks/facts.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'

const person = CreateTransaction.parse({
  documentType: 'cpf',
  document: '52998224725',
  name: 'Maria Souza',
})
const company = CreateTransaction.parse({
  documentType: 'cnpj',
  document: '11222333000181',
  name: 'Acme Ltda',
})

const hit = {
  matches: [{ id: '1', name: 'Acme', score: 1, match: true, topics: ['sanction'], lists: [] }],
}
const clean = { matches: [] }
const factsOf = (results: [string, Results extends ReadonlyMap<string, infer A> ? A : never][]) =>
  describePerson(new Map(results), person)

test('a match counts, of the person or of the company', () => {
  const own = 'person-check Sanctions'
  const firm = 'company-check Sanctions'
  expect(factsOf([[own, clean]])).toEqual({ sanctioned: false })
  expect(factsOf([[own, clean], [firm, hit]])).toEqual({ sanctioned: true }) // prettier-ignore
  expect(factsOf([[own, hit], [firm, clean]])).toEqual({ sanctioned: true }) // prettier-ignore
  expect(factsOf([[firm, hit]])).toEqual({ sanctioned: true })
})

test('a list that says nothing says no "no"', () => {
  expect(factsOf([['person-check Sanctions', null]])).toEqual({})
  expect(factsOf([['person-check Sanctions', {}]])).toEqual({})
  expect(factsOf([['person-check ArrestWarrant', null]])).toEqual({})
  expect(factsOf([['company-check Pep', { found: true }]])).toEqual({})
  expect(factsOf([])).toEqual({})
})

test("a company's name is not compared with a person's", () => {
  const found: Results = new Map([['person-check BasicInfos', { name: 'Ana Lima' }]])
  expect(describePerson(found, person)).toMatchObject({ personNameMatches: false })
  expect(describePerson(found, company)).not.toHaveProperty('personNameMatches')
})
