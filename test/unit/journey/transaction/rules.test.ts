import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import { ageOn } from '#src/journey/transaction/rules.ts'

const digit = fc.integer({ min: 0, max: 9 }).map(String)
const rootCharacter = fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
const allDigitPairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))

/** A valid number found by trying all endings, so that the test has no arithmetic of its own. */
const validCpf = stringOf(digit, 9)
  .filter((root) => new Set(root).size > 1)
  .map((root) => complete(root, cpfCheckDigitsHold))
const validCnpj = stringOf(rootCharacter, 12)
  .filter((root) => new Set(root).size > 1)
  .map((root) => complete(root, cnpjCheckDigitsHold))

describe('CPF check digits', () => {
  test.each(['52998224725', '39053344705', '11144477735', '00000000191'])('hold for %s', (cpf) => {
    expect(cpfCheckDigitsHold(cpf)).toBe(true)
  })

  test.each(['23100299900', '12345678900'])('do not hold for %s', (cpf) => {
    expect(cpfCheckDigitsHold(cpf)).toBe(false)
  })

  test.each(Array.from('0123456789'))(
    'do not hold for eleven times %s, which passes the sums',
    (one) => {
      expect(cpfCheckDigitsHold(one.repeat(11))).toBe(false)
    },
  )

  test.each(['', '5299822472', '529982247255', '529.982.247-25', '5299822472A', ' 52998224725'])(
    'do not hold for another form: "%s"',
    (cpf) => expect(cpfCheckDigitsHold(cpf)).toBe(false),
  )

  test('are one pair for each nine digits that are not all equal', () => {
    fc.assert(
      fc.property(stringOf(digit, 9), (root) => {
        fc.pre(new Set(root).size > 1)
        expect(allDigitPairs.filter((pair) => cpfCheckDigitsHold(root + pair))).toHaveLength(1)
      }),
      { numRuns: 50 },
    )
  })

  test('break when a check digit changes, or any digit while the first check digit is not 0', () => {
    fc.assert(
      fc.property(validCpf, fc.nat(10), digit, (cpf, at, other) => {
        // A sum that leaves 0 or 1 gives the digit 0 alike: only there can a change stay unseen.
        fc.pre(cpf[at] !== other && (at > 8 || cpf[9] !== '0'))
        expect(cpfCheckDigitsHold(cpf.slice(0, at) + other + cpf.slice(at + 1))).toBe(false)
      }),
    )
  })
})

describe('CNPJ check digits', () => {
  test.each([
    '12ABC34501DE35',
    '11222333000181',
    '19131243000197',
    '00000000000191',
    'ZZZZZZZZ000191',
    'A1B2C3D4000193',
  ])('hold for %s', (cnpj) => expect(cnpjCheckDigitsHold(cnpj)).toBe(true))

  test('do not hold when the two digits are exchanged', () => {
    expect(cnpjCheckDigitsHold('12ABC34501DE53')).toBe(false)
  })

  test.each(Array.from('0123456789'))('do not hold for fourteen times %s', (one) => {
    expect(cnpjCheckDigitsHold(one.repeat(14))).toBe(false)
  })

  test.each([
    '',
    '1122233300018',
    '112223330001811',
    '12abc34501de35',
    '12ABC34501DE3A',
    '12ABC34501D-35',
  ])('do not hold for another form: "%s"', (cnpj) => expect(cnpjCheckDigitsHold(cnpj)).toBe(false))

  test('break when a check digit changes, or any character that is not 11 or 22 further on', () => {
    fc.assert(
      fc.property(validCnpj, fc.nat(13), rootCharacter, (cnpj, at, other) => {
        fc.pre(at < 12 || /\d/.test(other))
        const distance = cnpj.charCodeAt(at) - other.charCodeAt(0)
        fc.pre(distance !== 0 && (at > 11 || (distance % 11 !== 0 && cnpj[12] !== '0')))
        expect(cnpjCheckDigitsHold(cnpj.slice(0, at) + other + cnpj.slice(at + 1))).toBe(false)
      }),
    )
  })
})

describe('age', () => {
  test.each([
    ['the day before the birthday', '1990-06-15', '2026-06-14T12:00:00Z', 35],
    ['the birthday', '1990-06-15', '2026-06-15T12:00:00Z', 36],
    ['the last minute of the day before, in Brasília', '2008-06-15', '2026-06-15T02:59:59Z', 17],
    ['the first minute of the birthday, in Brasília', '2008-06-15', '2026-06-15T03:00:00Z', 18],
    ['28 February of a common year, born on the 29th', '2004-02-29', '2026-02-28T12:00:00Z', 21],
    ['1 March of a common year, born on the 29th', '2004-02-29', '2026-03-01T12:00:00Z', 22],
    ['29 February of a leap year, born on the 29th', '2004-02-29', '2028-02-29T12:00:00Z', 24],
    ['the day of birth', '2026-06-15', '2026-06-15T12:00:00Z', 0],
    ['the day before the birth', '2026-06-15', '2026-06-14T12:00:00Z', -1],
    ['a very old birth date', '0001-01-01', '2026-01-01T12:00:00Z', 2025],
  ])('on %s', (_, birthdate, now, age) => {
    expect(ageOn(birthdate, new Date(now))).toBe(age)
  })

  test('grows by exactly one in each calendar year, and never falls', () => {
    const dayMs = 24 * 60 * 60 * 1000
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(30_000), (born, days) => {
        const birthdate = new Date(Date.UTC(1930, 0, 1) + born * dayMs)
        const now = new Date(birthdate.getTime() + days * dayMs + dayMs / 2)
        const age = ageOn(birthdate.toISOString().slice(0, 10), now)
        const nextYear = new Date(now)
        nextYear.setUTCFullYear(now.getUTCFullYear() + 1)
        fc.pre(nextYear.getUTCDate() === now.getUTCDate())
        expect(ageOn(birthdate.toISOString().slice(0, 10), nextYear)).toBe(age + 1)
        expect(Math.abs(age - days / 365.2425)).toBeLessThan(1.01)
      }),
    )
  })
})

function stringOf(character: fc.Arbitrary<string>, length: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, minLength: length, maxLength: length })
}

function complete(root: string, holds: (document: string) => boolean): string {
  const pair = allDigitPairs.find((one) => holds(root + one))
  if (pair === undefined) throw new Error(`no check digits for ${root}`)
  return root + pair
}
