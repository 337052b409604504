// What a transaction shows to others: one spelling for one thing.
import { expect, test } from 'vitest'
import { sightingsOf, toVelocity, velocityQuestions } from '#src/risk/insights/history.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'

const bare: StoredFields = {
  documentType: 'cpf',
  document: '52998224725',
  verifiedEmail: false,
  type: 1,
}

test('spellings of one mailbox, phone, card and name are one', () => {
  const one = sightingsOf({
    ...bare,
    email: 'm.aria+x@gmail.com',
    phone: { areaCode: 11, number: 987650001 },
    card: { bin: '40117812', last4: '1234' },
    name: 'Thiago Souza',
    birthdate: '1990-05-17',
  })
  const other = sightingsOf({
    ...bare,
    email: 'Maria@Gmail.com',
    phones: [{ countryCode: 55, areaCode: 11, number: 87650001 }],
    card: { bin: '401178', last4: '1234' },
    name: 'TIAGO Lima',
    birthdate: '1990-05-17',
  })
  expect(other).toEqual(one)
  expect(one.map(({ kind }) => kind)).toEqual([
    'document',
    'email',
    'phone',
    'card',
    'name',
    'birthdate',
  ])
})

test('what is not there, or cannot be, is not seen; a company has no name of a person', () => {
  expect(sightingsOf({ ...bare, email: 'x', card: { bin: '401178' }, name: '12' })).toEqual([
    { kind: 'document', value: 'cpf:52998224725' },
  ])
  const company = {
    ...bare,
    documentType: 'cnpj',
    document: '11222333000181',
    name: 'Acme',
  } as const
  expect(sightingsOf(company)).toHaveLength(1)
})

test('of several phones the busiest counts, and no count is no fact', () => {
  const phones = [1, 2].map((last) => ({ areaCode: 11, number: 987650000 + last }))
  const asked = velocityQuestions({ ...bare, phones }, 'id')
  const counts = asked.map(([fact], index) => (fact === 'documentsPerPhone' ? index : 0))
  const last = asked.findLastIndex(([fact]) => fact === 'documentsPerPhone')
  expect(toVelocity(asked, counts)).toEqual({ documentsPerPhone: last })
})
