// Whose a listed number is: of a CNPJ the legal person counts, not the branch; of anything else the number itself.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNumbers, keyOfListed, keysOfNumber } from '#src/screening/lists/numbers.ts'

const headOffice = '11222333000181'
const branch = '11222333000262'

test.each([
  ['a CPF', '52998224725', '52998224725', 'whole'],
  ['another CPF', '52998224725', '39053344705', 'differs'],
  ['another CPF that begins alike', '52998224725', '52998224644', 'differs'],
  ['six digits of it', '52998224725', '***982247**', 'shown'],
  ['five digits of it', '52998224725', '***98224***', undefined],
  ['no digit of it', '52998224725', '***********', undefined],
  ['other digits', '52998224725', '***982248**', 'differs'],
  ['a CNPJ', headOffice, headOffice, 'whole'],
  ['the head office of a branch', branch, headOffice, 'whole'],
  ['a branch of the head office', headOffice, branch, 'whole'],
  ['a CNPJ of another root', headOffice, '11222334000126', 'differs'],
  ['letters of the same root', '12ABC34501DE35', '12ABC345000269', 'whole'],
  ['letters of another root', '12ABC34501DE35', headOffice, 'differs'],
  ['a root alone', branch, '11222333******', 'whole'],
  ['a part of the root, of the head office', branch, '**2223330001**', 'shown'],
  ['too little of the root, of the head office', branch, '***22333000181', undefined],
  ['as much of the same branch', headOffice, '***22333000181', 'shown'],
  ['a part of another root', branch, '**2223340002**', 'differs'],
  ['no character of the root', branch, '********000181', undefined],
  ['fourteen digits that are no CNPJ', headOffice, '11222333000199', undefined],
  ['the same fourteen digits that are no CNPJ', '11222333000199', '11222333000199', 'whole'],
  ['a number of another length', headOffice, '11222333', undefined],
])('%s: %s against %s is %s', (_, asked, listed, agreement) => {
  expect(compareNumbers(asked, listed)).toBe(agreement)
})

test('an index has under a key of what is asked all that agrees as a whole, and nothing else', () => {
  const numbers = ['52998224725', '39053344705', '52998224644', headOffice, branch, '11222334000126', '12ABC34501DE35', '12ABC345000269', '11222333000199', '11222333'] // prettier-ignore
  const mask = (number: string, hidden: readonly number[]) =>
    Array.from(number, (one, at) => (hidden.includes(at) ? '*' : one)).join('')
  const listed = fc.tuple(fc.constantFrom(...numbers), fc.subarray([...Array(14).keys()]))
  const shown = fc.oneof(
    fc.constantFrom(...numbers),
    listed.map(([one, at]) => mask(one, at)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...numbers), shown, (asked, one) => {
      const key = keyOfListed(one)
      const isFound = key !== undefined && keysOfNumber(asked).includes(key)
      expect(isFound).toBe(compareNumbers(asked, one) === 'whole')
    }),
    { numRuns: 2_000 },
  )
})
