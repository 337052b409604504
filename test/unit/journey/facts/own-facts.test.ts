// The facts of a transaction's own data: an age only where somebody can have it.
import { expect, test } from 'vitest'
import { describeFields } from '#src/journey/facts/own-facts.ts'

const now = new Date('2026-11-28T12:00:00Z')
const ageOf = (birthdate: string | undefined, documentType: 'cpf' | 'cnpj' = 'cpf') =>
  describeFields(
    {
      documentType,
      document: '52998224725',
      verifiedEmail: false,
      ...(birthdate !== undefined && { birthdate }),
    },
    now,
  ).age

test.each([
  ['eighteen today', '2008-11-28', 18],
  ['eighteen tomorrow', '2008-11-29', 17],
  ['born today', '2026-11-28', 0],
  ['ninety-six', '1930-01-01', 96],
  ['a hundred and twenty', '1906-11-28', 120],
  ['a hundred and twenty, nearly a year more', '1905-11-29', 120],
])('%s: the full years are known', (_, birthdate, years) => {
  expect(ageOf(birthdate)).toEqual({ known: true, impossible: false, years })
})

test.each([
  ['born tomorrow', '2026-11-29'],
  ['born in a year to come', '2990-01-01'],
  ['a hundred and twenty-one', '1905-11-28'],
  ['born in the first year', '0001-01-01'],
])('%s: no age, so that no condition takes it for one', (_, birthdate) => {
  expect(ageOf(birthdate)).toEqual({ known: false, impossible: true })
})

test('without a birth date, and of a company, nothing is known of an age', () => {
  expect(ageOf(undefined)).toEqual({ known: false })
  expect(ageOf('1990-01-01', 'cnpj')).toEqual({ known: false })
})

test('a mobile with and without its ninth digit is one number, and can be', () => {
  const phones = [
    { countryCode: 55, areaCode: 11, number: 87650001 },
    { areaCode: 11, number: 987650001, verified: true },
    { areaCode: 0, number: 11987650001 },
  ]
  const own = { documentType: 'cpf', document: '52998224725', verifiedEmail: false } as const
  expect(describeFields({ ...own, phones }, now).phones).toEqual({
    count: 1,
    plausible: 1,
    plausibleMobile: 1,
    declaredVerified: 1,
  })
})
