import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listCandidates, toMatchKey } from '#src/messaging/phones/candidates.ts'

const sp = (number: number, rest: object = {}) => ({
  countryCode: 55,
  areaCode: 11,
  number,
  ...rest,
})
const one = (number: number) => listCandidates({ phone: sp(number) })[0]

/** The 67 area codes in use (Anatel). */
const areaCodes = [
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38',
  '41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69',
  '71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99',
].flatMap((region) => region.split(' ').map(Number))

const areaCode = fc.constantFrom(...areaCodes)
const sevenDigits = fc.integer({ min: 0, max: 9_999_999 })

describe('a Brazilian number', () => {
  test('is mobile in each of the 67 area codes when nine digits begin with 9', () => {
    expect(areaCodes).toHaveLength(67)
    for (const code of areaCodes) {
      const [found] = listCandidates({
        phone: { countryCode: 55, areaCode: code, number: 987654321 },
      })
      expect(found).toMatchObject({ e164: `+55${code}987654321`, kind: 'MOBILE', repaired: false })
    }
  })

  test('in an area code that is not in use is none', () => {
    const unused = Array.from({ length: 100 }, (_, n) => n).filter((n) => !areaCodes.includes(n))
    const found = unused.flatMap((code) =>
      listCandidates({ phone: { countryCode: 55, areaCode: code, number: 987654321 } }),
    )
    expect(found).toEqual([])
  })

  test('of nine digits that do not begin with 9 is none', () => {
    fc.assert(
      fc.property(areaCode, fc.integer({ min: 100_000_000, max: 899_999_999 }), (code, number) => {
        const phone = { countryCode: 55, areaCode: code, number }
        expect(listCandidates({ phone })).toEqual([])
      }),
    )
  })

  test('of eight digits that begin with 6, 8 or 9 gets its ninth digit and is marked repaired', () => {
    fc.assert(
      fc.property(areaCode, fc.constantFrom(6, 8, 9), sevenDigits, (code, first, rest) => {
        const number = first * 10_000_000 + rest
        const found = listCandidates({ phone: { countryCode: 55, areaCode: code, number } })
        const e164 = `+55${code}9${number}`
        const expected = { e164, kind: 'MOBILE', repaired: true, trunked: false }
        expect(found).toMatchObject([expected])
      }),
    )
  })

  test('of eight digits that begin with 7 is a trunked one and stays as it is', () => {
    const expected = { e164: '+551177654321', kind: 'MOBILE', repaired: false, trunked: true }
    expect(one(77654321)).toMatchObject(expected)
  })

  test('of eight digits that begin with 2 to 5 is a landline and not eligible', () => {
    fc.assert(
      fc.property(areaCode, fc.integer({ min: 20_000_000, max: 59_999_999 }), (code, number) => {
        const phone = { countryCode: 55, areaCode: code, number }
        expect(listCandidates({ phone })).toEqual([])
      }),
    )
  })

  test('of a company or free of charge is not eligible', () => {
    const numbers = [
      { countryCode: 55, number: 40031234 },
      { countryCode: 55, areaCode: 11, number: 40031234 },
      { countryCode: 55, areaCode: 800, number: 1234567 },
      { countryCode: 55, number: 8001234567 },
      { countryCode: 55, areaCode: 300, number: 1234567 },
      { countryCode: 55, number: 190 },
    ]
    for (const phone of numbers) expect(listCandidates({ phone })).toEqual([])
  })

  test('is taken whole where its parts are not given apart', () => {
    const found = listCandidates({ phone: { number: 11987654321 } })
    expect(found).toMatchObject([{ e164: '+5511987654321', repaired: false }])
  })

  test('that is incomplete or too long is none', () => {
    const phones = [
      {},
      { countryCode: 55 },
      { countryCode: 55, areaCode: 11 },
      { number: 987654321 },
    ]
    for (const phone of [...phones, sp(9876543210), sp(0), { ...sp(987654321), countryCode: 0 }])
      expect(listCandidates({ phone })).toEqual([])
  })
})

describe('countries', () => {
  const us = { countryCode: 1, areaCode: 212, number: 2345678 }

  test('are Brazil alone unless the caller says more', () => {
    const portugal = { countryCode: 351, number: 912345678 }
    expect(listCandidates({ phone: us, phones: [portugal] })).toEqual([])
    expect(
      listCandidates({ phone: us, phones: [portugal] }, { countries: ['BR', 'PT'] }),
    ).toMatchObject([{ source: 'phones[0]', e164: '+351912345678', kind: 'MOBILE' }])
  })

  test('and prefixes leave the rest out, whatever spelling a number has', () => {
    const of = (areaCode: number) => ({ countryCode: 55, areaCode, number: 987654321 })
    const phones = [of(11), of(21), { countryCode: 55, areaCode: 11, number: 87654322 }]
    const found = listCandidates({ phones }, { prefixes: ['+5511'] })
    expect(found.map(({ e164 }) => e164)).toEqual(['+5511987654321', '+5511987654322'])
    expect(listCandidates({ phones }, { prefixes: ['+5521', '+351'] })).toHaveLength(1)
    expect(listCandidates({ phones }, { prefixes: ['+351'] })).toEqual([])
  })

  test('that share a calling code are told apart', () => {
    const toronto = { countryCode: 1, areaCode: 416, number: 9671111 }
    expect(listCandidates({ phone: toronto }, { countries: ['US'] })).toEqual([])
    expect(listCandidates({ phone: toronto }, { countries: ['CA'] })).toHaveLength(1)
  })

  test('without a way to tell a mobile number from a landline keep both kinds eligible', () => {
    const [found] = listCandidates({ phone: us }, { countries: ['US'] })
    expect(found).toMatchObject({ e164: '+12122345678', kind: 'FIXED_LINE_OR_MOBILE' })
  })
})

describe('the candidates of a transaction', () => {
  test('are `phone` first, then `phones` in their order, by the names of the journal', () => {
    const fields = {
      phone: sp(987654321),
      phones: [sp(32654321), sp(987654322, { verified: true })],
    }
    expect(listCandidates(fields)).toEqual([
      {
        source: 'phone',
        e164: '+5511987654321',
        kind: 'MOBILE',
        repaired: false,
        trunked: false,
        verified: false,
        position: 0,
      },
      {
        source: 'phones[1]',
        e164: '+5511987654322',
        kind: 'MOBILE',
        repaired: false,
        trunked: false,
        verified: true,
        position: 2,
      },
    ])
  })

  test('are none where no number was sent', () => {
    expect(listCandidates({})).toEqual([])
    expect(listCandidates({ phones: [] })).toEqual([])
  })

  test('have one number once, with the best that its spellings say', () => {
    const fields = {
      phone: sp(87654321),
      phones: [sp(987654321, { verified: true }), sp(87654321)],
    }
    expect(listCandidates(fields)).toMatchObject([
      { source: 'phone', position: 0, e164: '+5511987654321', repaired: false, verified: true },
    ])
  })

  test('have a number that left its trunked network as it is now', () => {
    const fields = { phone: sp(77654321), phones: [sp(977654321)] }
    expect(listCandidates(fields)).toMatchObject([
      { source: 'phone', position: 0, e164: '+5511977654321', trunked: false },
    ])
  })

  const anyPhone = fc.record(
    {
      countryCode: fc.constantFrom(0, 1, 55, 351, 999),
      areaCode: fc.oneof(areaCode, fc.integer({ min: 0, max: 9999 })),
      number: fc.oneof(
        fc.integer({ min: 20_000_000, max: 999_999_999 }),
        fc.integer({ min: 0, max: 999_999_999_999_999 }),
      ),
      verified: fc.boolean(),
    },
    { requiredKeys: [] },
  )

  test('are for whatever numbers distinct, in order, and the same each time', () => {
    fc.assert(
      fc.property(fc.array(anyPhone, { maxLength: 20 }), (phones) => {
        const found = listCandidates({ phones }, { countries: ['BR', 'US', 'PT'] })
        expect(listCandidates({ phones }, { countries: ['BR', 'US', 'PT'] })).toEqual(found)
        expect(new Set(found.map(({ e164 }) => toMatchKey(e164))).size).toBe(found.length)
        expect(found).toEqual(found.toSorted((a, b) => a.position - b.position))
        for (const { e164 } of found) expect(e164).toMatch(/^\+\d{8,15}$/)
      }),
    )
  })
})

describe('the match key', () => {
  test('is one for a Brazilian mobile number with and without its ninth digit', () => {
    fc.assert(
      fc.property(areaCode, fc.integer({ min: 60_000_000, max: 99_999_999 }), (code, number) => {
        const key = toMatchKey(`+55${code}9${number}`)
        expect(key).toBe(`+55${code}${number}`)
        expect(toMatchKey(key)).toBe(key)
      }),
    )
  })

  test('of a mobile number is never that of a landline', () => {
    fc.assert(
      fc.property(areaCode, fc.integer({ min: 10_000_000, max: 59_999_999 }), (code, number) => {
        const mobile = `+55${code}9${number}`
        expect(toMatchKey(mobile)).toBe(mobile)
      }),
    )
  })

  test('of two different numbers is never the same', () => {
    const number = fc.integer({ min: 60_000_000, max: 99_999_999 })
    fc.assert(
      fc.property(fc.tuple(areaCode, number), fc.tuple(areaCode, number), (a, b) => {
        const key = ([code, rest]: [number, number]) => toMatchKey(`+55${code}9${rest}`)
        expect(key(a) === key(b)).toBe(a[0] === b[0] && a[1] === b[1])
      }),
    )
  })

  test('of a number outside Brazil is the number', () => {
    const foreign = ['+12122345678', '+351912345678', '+5511', '+559', '+5491187654321']
    for (const number of foreign) expect(toMatchKey(number)).toBe(number)
  })
})
