// Of whom velocity counts others.
import { expect, test } from 'vitest'
import { documentValue, isCounted } from '#src/journey/velocity/sighting.ts'
import { documentEndings } from '#src/vendors/sandbox/check-endings.ts'

test.each([
  ['cpf', '52998002725', true],
  ['cnpj', '11222333002781', true],
  ['cnpj', '12ABC345002781', true],
  ['passport', 'AB120027', true],
  ['rnm', 'F0027', true],
  ['cpf', '52998000125', false],
  ['cnpj', '11222333000181', false],
  ['cpf', '00270027001', false],
  ['passport', 'C01X00T47', false],
  ['rnm', 'F0027X', false],
] as const)(
  'in the sandbox the ending of the %s %s asks for it: %s; in live all are counted',
  (documentType, document, is) => {
    expect(isCounted({ mode: 'sandbox' }, { documentType, document })).toBe(is)
    expect(isCounted({ mode: 'live' }, { documentType, document })).toBe(true)
  },
)

test('a passport is another by its country, and every other document is Brazil’s', () => {
  const passport = { documentType: 'passport', document: 'AB123456' } as const
  const states = ['DEU', 'PRT'].map((documentCountry) =>
    documentValue({ ...passport, documentCountry }),
  )
  expect(new Set(states).size).toBe(2)
  const cpf = { documentType: 'cpf', document: '52998224725' } as const
  expect(documentValue({ ...cpf, documentCountry: 'BRA' })).toBe(documentValue(cpf))
})

test('the ending stands in the table of magic documents', () => {
  expect(documentEndings['0027']).toContain('velocity')
})
