import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { createFacts } from '#src/journey/facts/facts.ts'
import { identity2 as identity } from '#src/risk/scorecards/built-in/identity-2.ts'
import { ScoreResult } from '#src/risk/score/module.ts'
import { compileScorecard } from '#src/risk/scorecards/compile.ts'
import { type DescribedFields, describeFields } from '#src/journey/facts/own-facts.ts'

const now = new Date('2026-11-21T12:00:00Z')
const cpf: DescribedFields = { documentType: 'cpf', document: '52998224725', verifiedEmail: false }
const wrongCpf: DescribedFields = { ...cpf, document: '52998224726' }
const mobile = { countryCode: 55, areaCode: 11, number: 987654321 }
const landline = { countryCode: 55, areaCode: 11, number: 32654321 }

const { variables } = createFacts(capabilities.flatMap(({ facts }) => facts ?? []))
const scorecard = compileScorecard(identity, variables)

function scoreOf(fields: DescribedFields, verifiedByToken = false) {
  const own = describeFields(fields, now)
  const score = scorecard.evaluate({ ...own, email: { ...own.email, verifiedByToken } })
  if (!score) throw new Error('the card needs nothing')
  return score
}

describe('the score of identity', () => {
  const full: DescribedFields = {
    ...cpf,
    birthdate: '1990-05-17',
    email: 'maria@example.com',
    phone: { ...mobile, verified: true },
  }

  test.for<[string, DescribedFields, boolean, number, string[]]>([
    ['a sound document alone', cpf, false, 55, ['document-check-digits-hold']],
    ['a document with wrong check digits', wrongCpf, false, 5, ['document-check-digits-fail']],
    [
      'a sound company document, letters included',
      { ...cpf, documentType: 'cnpj', document: '12ABC34501DE35' },
      false,
      55,
      ['document-check-digits-hold'],
    ],
    [
      'a company, whose birth date is nobody’s age',
      { ...cpf, documentType: 'cnpj', document: '12ABC34501DE35', birthdate: '1850-01-01' },
      false,
      55,
      ['document-check-digits-hold'],
    ],
    [
      'a birth date to come',
      { ...cpf, birthdate: '2027-01-01' },
      false,
      15,
      ['document-check-digits-hold', 'age-impossible'],
    ],
    [
      'an age that nobody has reached',
      { ...cpf, birthdate: '1890-01-01' },
      false,
      15,
      ['document-check-digits-hold', 'age-impossible'],
    ],
    [
      'a child',
      { ...cpf, birthdate: '2016-01-01' },
      false,
      45,
      ['document-check-digits-hold', 'BD002'],
    ],
    [
      'the day of the 18th birthday',
      { ...cpf, birthdate: '2008-11-21' },
      false,
      60,
      ['document-check-digits-hold', 'age-adult'],
    ],
    [
      'the day before it',
      { ...cpf, birthdate: '2008-11-22' },
      false,
      45,
      ['document-check-digits-hold', 'BD002'],
    ],
    [
      'an e-mail that nobody has verified',
      { ...cpf, email: 'maria@example.com' },
      false,
      55,
      ['document-check-digits-hold'],
    ],
    [
      'an e-mail declared as verified, which counts nothing',
      { ...cpf, email: 'maria@example.com', verifiedEmail: true },
      false,
      55,
      ['document-check-digits-hold'],
    ],
    [
      'a declaration without an e-mail',
      { ...cpf, verifiedEmail: true },
      false,
      55,
      ['document-check-digits-hold'],
    ],
    [
      'an e-mail verified by its token',
      { ...cpf, email: 'maria@example.com', verifiedEmail: true },
      true,
      70,
      ['document-check-digits-hold', 'EM008'],
    ],
    ['a landline', { ...cpf, phones: [landline] }, false, 55, ['document-check-digits-hold']],
    [
      'a mobile phone among others, without a country code',
      { ...cpf, phone: landline, phones: [{ areaCode: 11, number: 987654321 }] },
      false,
      60,
      ['document-check-digits-hold', 'phone-plausible-mobile'],
    ],
    [
      'a phone that cannot be, declared as verified',
      { ...cpf, phone: { countryCode: 55, areaCode: 1, number: 5, verified: true } },
      false,
      55,
      ['document-check-digits-hold'],
    ],
    [
      'all good signs',
      full,
      true,
      80,
      ['document-check-digits-hold', 'age-adult', 'phone-plausible-mobile', 'EM008'],
    ],
    [
      'all bad signs',
      { ...wrongCpf, birthdate: '1800-01-01' },
      false,
      0,
      ['document-check-digits-fail', 'age-impossible'],
    ],
  ])('of %s', ([, fields, verified, value, codes]) => {
    const score = scoreOf(fields, verified)
    expect(score.reasons.map(({ code }) => code)).toEqual(codes)
    expect(score.value).toBe(value)
  })

  test('tells its reasons in words, the weightiest first', () => {
    expect(scoreOf(full, true).reason).toBe(
      'E-mail verificado; Dígitos verificadores do documento corretos; ' +
        'Idade adulta plausível; Telefone celular plausível',
    )
  })

  test('is a result as the contract shows it', () => {
    const result = { ...scoreOf(full), createdAt: now.toISOString(), scorecard: 'identity@1' }
    expect(ScoreResult.parse(result)).toEqual(result)
  })

  test('holds nothing of what was submitted', () => {
    const told = JSON.stringify(scoreOf(full, true))
    for (const value of ['52998224725', '1990', 'maria', '987654321'])
      expect(told).not.toContain(value)
  })
})

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const phones = fc.record(
  {
    countryCode: fc.nat({ max: 999 }),
    areaCode: fc.nat({ max: 9999 }),
    number: fc.nat({ max: 10 ** 15 - 1 }),
    verified: fc.boolean(),
  },
  { requiredKeys: [] },
)
const asked = fc.record({
  birthdate: maybe(
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
  email: maybe(fc.string()),
  phone: maybe(phones),
  phones: maybe(fc.array(phones, { maxLength: 5 })),
})
/** Drops what is undefined, as a stored transaction does. */
const stored = (fields: object): DescribedFields =>
  JSON.parse(JSON.stringify({ ...cpf, ...fields }))

test('a score is a whole number from 0 to 100 for whatever was submitted', () => {
  const document = fc.stringMatching(/^\d{11}$/)
  fc.assert(
    fc.property(document, asked, fc.boolean(), (number, fields, verified) => {
      const { value } = scoreOf(stored({ document: number, ...fields }), verified)
      expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true)
    }),
  )
})

test('what was not sent never costs a point: an age that is too low or impossible does', () => {
  fc.assert(
    fc.property(asked, fc.boolean(), (fields, verified) => {
      const { value, reasons } = scoreOf(stored(fields), verified)
      fc.pre(!reasons.some(({ code }) => code === 'age-impossible' || code === 'BD002'))
      expect(value).toBeGreaterThanOrEqual(scoreOf(cpf, verified).value)
    }),
  )
})

test('sending one phone twice counts once', () => {
  const facts = describeFields(
    { ...cpf, phone: mobile, phones: [{ ...mobile, verified: true }, landline] },
    now,
  )
  expect(facts.phones).toEqual({ count: 2, plausible: 2, plausibleMobile: 1, declaredVerified: 1 })
})
