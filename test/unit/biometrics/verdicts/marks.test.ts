// What a document says twice.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClaims } from '#src/biometrics/engines/document/claims.ts'
import type { DocumentReading } from '#src/biometrics/engines/port.ts'
import {
  differingByCode,
  differingByMrz,
  licenceCheckDigitsHold,
} from '#src/biometrics/verdicts/marks.ts'
import { makeReading } from '#test/support/biometrics/engines.ts'

const mrz = {
  kind: 'card',
  number: '52998224725',
  name: 'ANA EXEMPLO',
  bornOn: '1990-05-17',
  expiresOn: '2033-08-22',
} as const
const cin = (changed: Partial<DocumentReading['mrz'] & object> = {}) =>
  makeReading({ documentType: 'CIN', expiresOn: '2033-08-22', mrz: { ...mrz, ...changed } })

describe('a zone', () => {
  test.each([
    [{}, []],
    [{ number: '11144477735' }, ['number']],
    [{ number: '123' }, []],
    [{ name: 'JOSE OUTRO' }, ['name']],
    [{ name: 'JOSE OUTRO', isNameCut: true }, []],
    [{ bornOn: '1991-05-17', expiresOn: '2030-01-01' }, ['birth', 'expiry']],
    [{ bornOn: '2090-05-17' }, []],
  ] as const)('%j differs from the print in %j', (changed, differing) => {
    expect(differingByMrz(cin(changed))).toEqual(differing)
  })

  test('that writes UE for Ü, as passports do, differs in nothing', () => {
    const passport = { ...mrz, kind: 'passport', name: 'JUERGEN MUELLER' } as const
    const reading = cin()
    const printed = { ...reading, fields: { ...reading.fields, nome: 'MÜLLER, JÜRGEN' } }
    expect(differingByMrz({ ...printed, mrz: passport })).toEqual([])
    expect(differingByMrz({ ...printed, mrz: { ...passport, name: 'HANS MEIER' } })).toEqual([
      'name',
    ])
  })

  test('of a CNH bears the number of the licence', () => {
    const cnh = { documentType: 'CNH', mrz, licence: '02886972904' } as const
    expect(differingByMrz(makeReading(cnh))).toEqual(['number'])
    expect(differingByMrz(makeReading({ ...cnh, licence: mrz.number }))).toEqual([])
  })
})

describe('a code', () => {
  test.each([
    ['{"cpf":"52998224725","nome":"Ana Exemplo","nascimento":"1990-05-17"}', []],
    ['https://v.example/?cpf=111.444.777-35&n=1', ['number']],
    ['CPF: 111.444.777-35\nNOME: JOSE OUTRO\nNASCIMENTO: 17/05/1990', ['number', 'name']],
    ['a sealed thing 123456', []],
    ['52998224725 11144477735', []],
  ])('%s differs from the print in %j', (text, differing) => {
    const code = readClaims(text)
    expect(differingByCode(makeReading(code && { code }))).toEqual(differing)
  })

  test('may say anything, and nothing of it is believed that does not hold', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.json()), (text) => {
        const claims = readClaims(text)
        expect(claims?.cpf ?? '52998224725').toMatch(/^\d{11}$/)
        expect(claims?.bornOn ?? '1990-05-17').toMatch(/^\d{4}-\d{2}-\d{2}$/)
      }),
    )
  })
})

describe('the number of a licence', () => {
  test('holds by its two check digits, and with neither of them changed', () => {
    const numbers = fc.constantFrom('01234568608', '02886972904', '02876500004')
    const places = fc.constantFrom(9, 10)
    fc.assert(
      fc.property(numbers, places, fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        expect(licenceCheckDigitsHold(number)).toBe(true)
        const other = String((Number(number[at]) + by) % 10)
        const changed = number.slice(0, at) + other + number.slice(at + 1)
        expect(licenceCheckDigitsHold(changed)).toBe(false)
      }),
    )
  })

  test.each(['', '1234567890', '00000000000', '99999999999', '0123456860X'])(
    '%s is none',
    (number) => {
      expect(licenceCheckDigitsHold(number)).toBe(false)
    },
  )
})
