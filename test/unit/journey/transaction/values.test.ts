import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'

const required = { documentType: 'cpf', document: '52998224725' }

const digits = Array.from('0123456789')

const takes = (fields: object) => CreateTransaction.safeParse({ ...required, ...fields }).success

describe('document', () => {
  test.each([
    ['CPF', '529.982.247-25', 'cpf', '52998224725'],
    ['cPf', '52998224725', 'cpf', '52998224725'],
    ['Cpf', ' 529 982 247/25 ', 'cpf', '52998224725'],
    ['CNPJ', '11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', 'cnpj', '12ABC34501DE35'],
    ['cpf', '12345678900', 'cpf', '12345678900'],
    ['cnpj', 'ZZZZZZZZZZZZ99', 'cnpj', 'ZZZZZZZZZZZZ99'],
  ])('%s %s is stored as %s %s, whatever its check digits', (sentType, sent, type, stored) => {
    const fields = CreateTransaction.parse({ documentType: sentType, document: sent })
    expect(fields).toMatchObject({ documentType: type, document: stored })
  })

  test.each([
    ['cpf', '5299822472'],
    ['cpf', '529982247255'],
    ['cpf', '5299822472A'],
    ['cpf', '11222333000181'],
    ['cpf', ''],
    ['cpf', '...'],
    ['cpf', '529_982_247_25'],
    ['cpf', '５２９９８２２４７２５'],
    ['cpf', `529982247${'.'.repeat(1000)}25`],
    ['cnpj', '52998224725'],
    ['cnpj', '1122233300018'],
    ['cnpj', '112223330001811'],
    ['cnpj', '112223330001A1'],
    ['cnpj', '1122233300018A'],
    // In upper case these two would be an S and an I.
    ['cnpj', 'ſ1222333000181'],
    ['cnpj', 'ı1222333000181'],
    ['cnpj', '1122233300018\n1'],
  ])('%s %j has the wrong form: one fault, at the document', (documentType, document) => {
    const { error } = CreateTransaction.safeParse({ documentType, document })
    expect(error?.issues.map(({ path }) => path)).toEqual([['document']])
  })

  test.each(['rg', '', 'cpf ', 'cpfcnpj', 'CPF\n', 'cpſ'])(
    'documentType %j is a fault',
    (documentType) => {
      const { error } = CreateTransaction.safeParse({ ...required, documentType })
      expect(error?.issues.map(({ path }) => path)).toEqual([['documentType']])
    },
  )
})

describe('amounts', () => {
  const round = (sent: number) =>
    CreateTransaction.parse({ ...required, vehicle: { marketValue: sent } }).vehicle?.marketValue

  test.each([
    [1.005, 1.01],
    [1.004999999999999, 1],
    [2.675, 2.68],
    [8.345, 8.35],
    [0.005, 0.01],
    [0.004, 0],
    [1e-7, 0],
    [-1.005, -1.01],
    [-0.004, 0],
    [-0, 0],
    [45999.12345, 45999.12],
    [1234567.995, 1234568],
    [999_999_999_999.124, 999_999_999_999.12],
    [30000, 30000],
  ])('%d comes back as %d', (sent, rounded) => expect(round(sent)).toBe(rounded))

  test('are rounded half-up as their decimal text says, not as the binary number behind it', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999_999_999 })
    const rest = fc.string({ unit: fc.constantFrom(...digits), maxLength: 4 })
    fc.assert(
      fc.property(cents, rest, fc.constantFrom('', '-'), (whole, tail, sign) => {
        const units = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
        const sent = Number(`${sign}${units}${tail}`)
        const expected = roundByDigits(sent)
        fc.pre(Math.abs(expected) < 1e12)
        expect(round(sent)).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('that were rounded once stay as they are, and have two decimals at most', () => {
    const any = fc.double({ min: -999_999_999_999, max: 999_999_999_999, noNaN: true })
    fc.assert(
      fc.property(any, (sent) => {
        const rounded = round(sent) ?? NaN
        expect(round(rounded)).toBe(rounded)
        expect(JSON.stringify(rounded)).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(Math.abs(rounded - sent)).toBeLessThanOrEqual(0.0051)
      }),
    )
  })
})

describe('dates', () => {
  const fields = ['birthdate', 'issuanceDateDocument', 'issuanceDateSecondaryDocument']

  test.each(['1990-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    '%s is one',
    (date) => {
      for (const field of fields) expect(takes({ [field]: date })).toBe(true)
    },
  )

  test.each([
    '0000-01-01', '0000-02-29', '2023-02-29', '1900-02-29', '2024-02-30', '2024-04-31',
    '2024-13-01', '2024-00-10', '2024-01-00', '2024-1-1', '24-01-01', '', '2024-01-01\n',
    '2024-01-01T00:00:00Z', '+02024-01-01', '-2024-01-01', '01/02/2024', '２024-01-01',
  ])('%j is none', (date) => {
    for (const field of fields) expect(takes({ [field]: date })).toBe(false)
  }) // prettier-ignore

  test('exist exactly when the calendar has them', () => {
    const part = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(part(9999), part(13), part(32), (year, month, day) => {
        const date = dateText(year, month, day)
        expect(takes({ birthdate: date })).toBe(inCalendar(year, month, day))
        expect(takes({ identifierDate: `${date}T12:00:00Z` })).toBe(inCalendar(year, month, day))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('date-times', () => {
  const takesMoment = (moment: string) =>
    takes({ identifierDate: moment }) && takes({ vehicle: { proposedDate: moment } })

  test.each([
    '2026-11-20T14:03:27Z',
    '2026-11-20T14:03:27.1Z',
    '2026-11-20T14:03:27.123456789Z',
    '2026-11-20T14:03:27',
    '2026-11-20T14:03:27.123',
    '2026-11-20T14:03',
    '2026-11-20T14:03Z',
    '2026-11-20T14:03:27-03:00',
    '2026-11-20T14:03+05:30',
    '2024-02-29T23:59:59.999-00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])('%s is one', (moment) => expect(takesMoment(moment)).toBe(true))

  test.each([
    '2026-11-20',
    '2026-11-20 14:03:27',
    '2026-11-20T24:00:00Z',
    '2026-11-20T14:60:00Z',
    '2026-11-20T14:03:60Z',
    '2026-02-29T00:00:00Z',
    '2026-11-20T14:03:27.Z',
    '20261120T140327Z',
    '2026-11-20T14:03:27z',
    '2026-11-20T14:03:27+24:00',
    '2026-11-20T14:03:27-0300',
    '',
    'now',
    '0000-06-15T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    `2026-11-20T14:03:27.${'1'.repeat(1000)}Z`,
  ])('%j is none', (moment) => {
    expect(takes({ identifierDate: moment })).toBe(false)
    expect(takes({ vehicle: { proposedDate: moment } })).toBe(false)
  })
})

/** Half-up, a half away from zero, by the digits of the number's shortest decimal text. */
function roundByDigits(sent: number): number {
  // A number below 0.000001 has an exponent in its text, and rounds to 0.
  const decimal = Math.abs(sent) < 1e-6 ? '0' : String(Math.abs(sent))
  const [units = '0', decimals = ''] = decimal.split('.')
  const cents = BigInt(units + decimals.padEnd(2, '0').slice(0, 2))
  const rounded = (decimals[2] ?? '0') >= '5' ? cents + 1n : cents
  const text = String(rounded).padStart(3, '0')
  const magnitude = Number(`${text.slice(0, -2)}.${text.slice(-2)}`)
  return sent < 0 && magnitude > 0 ? -magnitude : magnitude
}

function dateText(year: number, month: number, day: number): string {
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

function inCalendar(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return year > 0 && day > 0 && day <= (lengths[month - 1] ?? 0)
}
