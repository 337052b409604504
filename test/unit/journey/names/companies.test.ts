import { expect, test } from 'vitest'
import { compareCompanyNames, readCompanyName } from '#src/journey/names/companies.ts'
import { rowsOf } from '#test/support/rows.ts'

test.for(rowsOf<[string, string, string, string[]]>('names/companies'))(
  '%s and %s: %s',
  ([one, other, verdict, reasons]) => {
    const found = compareCompanyNames(one, other)
    expect(found.verdict).toBe(verdict)
    expect(found.reasons).toEqual(expect.arrayContaining([...reasons]))
    expect(compareCompanyNames(other, one)).toEqual(found)
  },
)

test('a name is read once and compared often', () => {
  const [one, other] = ['Alfa Comércio de Alimentos Ltda', 'ALFA COM. DE ALIM. LTDA']
  expect(compareCompanyNames(readCompanyName(one), readCompanyName(other))).toEqual(
    compareCompanyNames(one, other),
  )
})

test('a name that says what a company does is its own where it says two things', () => {
  const name = 'Transportes e Logística Ltda'
  expect(compareCompanyNames(name, name)).toEqual({ verdict: 'same', reasons: [] })
})
