import fc from 'fast-check'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import {
  CreateTransaction,
  PackTransaction,
  type StoredFields,
  toAnswer,
  toPackTransaction,
  Transaction,
} from '#src/journey/transaction/schema.ts'
import { anyBody, anyMoment } from '#test/support/arbitrary/any-body.ts'
import { createBody, person } from '#test/support/person.ts'

const id = '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'
const createdAt = new Date('2026-11-20T14:03:27.120Z')
const created = { id, createdAt }
const required = { documentType: 'CPF', document: '529.982.247-25' }

/** What a client gets for a body, over both JSON texts on the way and the stored one. */
const answerOf = (body: object) => overJson(toAnswer(storedOf(body), created))
const packAnswerOf = (body: object) => overJson(toPackTransaction(storedOf(body), created))
const storedOf = (body: object) => overJson(CreateTransaction.parse(overJson(body)))

describe('the answer of a creation', () => {
  test('to three fields has exactly the eight members that the contract names', () => {
    const genericFields = { campaign: 'spring' }
    expect(answerOf({ ...required, genericFields })).toStrictEqual({
      id,
      createdAt: '2026-11-20T14:03:27.120Z',
      documentType: 'cpf',
      document: '52998224725',
      verifiedEmail: false,
      referenceDate: '2026-11-20T14:03:27.120Z',
      type: 1,
      genericFields,
    })
  })

  test('to a whole body has every field, with the spellings, letter cases and roundings decided', () => {
    const { Phones, ...sent } = createBody()
    expect(answerOf(createBody())).toStrictEqual({
      ...sent,
      id,
      createdAt: '2026-11-20T14:03:27.120Z',
      referenceDate: '2026-11-20T13:03:27.1234567Z',
      documentType: 'cpf',
      document: person.document,
      phones: Phones,
      vehicle: { ...sent.vehicle, marketValue: 45999.12 },
    })
  })

  test('has nulls for genericFields and channelId where nulls were sent', () => {
    const answer = answerOf({ ...required, genericFields: null, channelId: null })
    expect(answer).toMatchObject({ genericFields: null, channelId: null })
  })

  test('takes phones in lower case for Phones, and Phones before it', () => {
    const [one, other] = [{ number: 1 }, { number: 2 }]
    expect(answerOf({ ...required, phones: [one] })).toMatchObject({ phones: [one] })
    const both = answerOf({ ...required, phones: [one], Phones: [other] })
    expect(both).toMatchObject({ phones: [other] })
    expect(answerOf({ ...required, phones: [one], Phones: [] })).toMatchObject({ phones: [] })
    expect(both).not.toHaveProperty('Phones')
  })

  test('keeps a verified e-mail, another type, empty objects and empty arrays as sent', () => {
    const sent = {
      verifiedEmail: true,
      type: 0,
      address: {},
      cnaes: [],
      services: {},
      Phones: [{}],
    }
    const { Phones, ...echoed } = sent
    expect(answerOf({ ...required, ...sent })).toMatchObject({ ...echoed, phones: Phones })
  })

  test.each([
    ['2026-11-20T10:03:27-03:00', '2026-11-20T13:03:27Z'],
    ['2026-11-20T10:03:27.1234567-03:00', '2026-11-20T13:03:27.1234567Z'],
    ['2026-11-20T23:59:59.5+05:30', '2026-11-20T18:29:59.5Z'],
    ['2026-12-31T22:30-03:00', '2027-01-01T01:30:00Z'],
    ['2026-11-20T10:03:27Z', '2026-11-20T10:03:27Z'],
    ['2026-11-20T10:03:27', '2026-11-20T10:03:27Z'],
    ['2026-11-20T10:03', '2026-11-20T10:03:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])('shows identifierDate %s as it is, and as the referenceDate %s', (sent, referenceDate) => {
    const answer = answerOf({ ...required, identifierDate: sent })
    expect(answer).toMatchObject({ identifierDate: sent, referenceDate })
  })
})

describe('the zone of the machine', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('has no part in a moment without a zone, which is UTC', () => {
    vi.stubEnv('TZ', 'America/Sao_Paulo')
    expect(new Date('2026-11-20T10:03:27').toISOString()).toBe('2026-11-20T13:03:27.000Z')
    const answer = answerOf({ ...required, identifierDate: '2026-11-20T10:03:27' })
    expect(answer.referenceDate).toBe('2026-11-20T10:03:27Z')
  })
})

describe('any body', () => {
  test('comes back with every field that was sent and none that was not', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const { Phones, ...sent } = body
        const answer: unknown = answerOf({ ...required, ...body })
        expect(Transaction.parse(answer)).toStrictEqual(answer)
        expect(answer).toStrictEqual({
          verifiedEmail: false,
          type: 1,
          ...sent,
          ...(Phones && { phones: Phones }),
          documentType: 'cpf',
          document: '52998224725',
          id,
          createdAt: createdAt.toISOString(),
          referenceDate: expect.stringMatching(/Z$/),
        })
      }),
      { numRuns: 300 },
    )
  })

  test('that was stored is taken again and stays the same', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const stored = storedOf({ ...required, ...body })
        expect(storedOf(stored)).toStrictEqual(stored)
      }),
    )
  })

  test('has a referenceDate of the very moment of its identifierDate', () => {
    fc.assert(
      fc.property(anyMoment, (identifierDate) => {
        const { referenceDate } = answerOf({ ...required, identifierDate })
        const zoned = /(Z|[+-]\d\d:\d\d)$/.test(identifierDate)
          ? identifierDate
          : `${identifierDate}Z`
        expect(Date.parse(referenceDate)).toBe(Date.parse(zoned))
      }),
    )
  })
})

describe('the transaction of a pack query', () => {
  test('differs by its vehicle alone, whose keys are capitalised', () => {
    const { vehicle, ...rest } = answerOf(createBody())
    expect(packAnswerOf(createBody())).toStrictEqual({
      ...rest,
      Vehicle: {
        ProposedDate: vehicle?.proposedDate,
        VehicleLicensePlate: person.licensePlate,
        StoreState: 'SP',
        LicensePlateState: 'MG',
        VehicleRegistrationState: 'RJ',
        FinancingAmount: 30000.5,
        MarketValue: 45999.12,
        VehicleManufacturingYear: 2021,
      },
    })
  })

  test('has no vehicle under either spelling when none was sent', () => {
    expect(packAnswerOf(required)).toStrictEqual(answerOf(required))
  })

  test('is as its schema says, for any body', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const answer = packAnswerOf({ ...required, ...body })
        expect(PackTransaction.strict().parse(answer)).toStrictEqual(answer)
      }),
    )
  })
})

describe('the types', () => {
  test('know an absent field, and no field that is undefined', () => {
    expectTypeOf<Required<StoredFields>['name']>().toEqualTypeOf<string>()
    expectTypeOf<Required<StoredFields>['channelId']>().toEqualTypeOf<string | null>()
    expectTypeOf<StoredFields>().not.toHaveProperty('Phones')
    // @ts-expect-error An absent field is absent.
    const undefinedName: Partial<StoredFields> = { name: undefined }
    // @ts-expect-error Phones that are absent, too.
    const undefinedPhones: Partial<StoredFields> = { phones: undefined }
    expect([undefinedName, undefinedPhones]).toHaveLength(2)
  })
})

function overJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}
