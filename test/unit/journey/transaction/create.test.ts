import { describe, expect, test } from 'vitest'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { createBody, person } from '#test/support/person.ts'

const required = { documentType: 'cpf', document: '52998224725' }

/** Where the faults of a body are, as paths, each once; none when it is taken. */
function faultsOf(body: unknown): string[] {
  const { error } = CreateTransaction.safeParse(body)
  return Array.from(new Set(error?.issues.map(({ path }) => path.join('/'))))
}

/** A body whose one field, named by its path, has this value. */
function bodyWith(path: string, value: unknown): Record<string, unknown> {
  const [field = '', ...inner] = path.split('/')
  const nested = inner.reduceRight<unknown>(
    (below, key) => (key === '0' ? [below] : { [key]: below }),
    value,
  )
  return { ...required, [field]: nested }
}

const paths = (names: string, prefix = '') => names.split(' ').map((name) => prefix + name)

const fieldsOfText = [
  ...paths('name socialName mothersName fatherName gender email sessionId identifierId'),
  ...paths('navigationid channelId secondaryDocumentType secondaryDocument tradeName'),
  ...paths('cnaes/0'),
  ...paths('zipCode street number complement district city state country', 'address/'),
  ...paths('bin last4 ownerDocument ownerName', 'card/'),
  ...paths('vehicleLicensePlate storeState licensePlateState', 'vehicle/'),
  ...paths('vehicleRegistrationState', 'vehicle/'),
  ...paths('document documentType name', 'partners/0/'),
  ...paths('document documentType name', 'legalRepresentatives/0/'),
]
const phones = ['phone', 'Phones/0', 'phones/0']

describe('a body', () => {
  test('with every field of the contract is taken', () => {
    expect(faultsOf(createBody())).toEqual([])
  })

  test('needs documentType and document, and nothing else', () => {
    expect(faultsOf({})).toEqual(['documentType', 'document'])
    expect(faultsOf(required)).toEqual([])
  })

  test.each([[null], [[]], ['text'], [1], [undefined]])(
    'that is %j is one fault at its root',
    (body) => {
      expect(faultsOf(body)).toEqual([''])
    },
  )

  test('may have unknown fields, which are not stored', () => {
    const unknown = JSON.parse('{"unknown":1,"__proto__":{"verifiedEmail":true},"phone":{"x":1}}')
    const stored = CreateTransaction.parse({ ...required, ...unknown })
    expect(stored).toEqual({ ...required, verifiedEmail: false, type: 1, phone: {} })
    expect(Object.getPrototypeOf(stored)).toBe(Object.prototype)
  })

  test('gets every fault named at once, the document of the wrong form among them', () => {
    const vehicle = { proposedDate: 'x', marketValue: 1e12 }
    const body = { ...required, document: '123', name: 5, vehicle, genericFields: { a: 1 } }
    expect(faultsOf(body)).toEqual(
      paths('name genericFields/a vehicle/proposedDate vehicle/marketValue document'),
    )
  })

  test('gets faults that hold none of its values', () => {
    const wrong = { ...createBody(), document: `${person.document}9`, documentType: person.name }
    const body = { ...wrong, birthdate: person.email, cnaes: person.tradeName, phone: person.city }
    const { error } = CreateTransaction.safeParse(body)
    expect(error?.issues).toHaveLength(4)
    for (const value of Object.values(person)) {
      expect(JSON.stringify(error?.issues)).not.toContain(value)
    }
  })
})

describe('the wrong type', () => {
  const wrong: [string, unknown[]][] = [
    ...fieldsOfText.map((path): [string, unknown[]] => [path, [1, true, {}, []]]),
    ...['documentType', 'document'].map((path): [string, unknown[]] => [path, [null, 1, true, {}]]),
    ...['verifiedEmail', ...phones.map((phone) => `${phone}/verified`)].map(
      (path): [string, unknown[]] => [path, [null, 'true', 1]],
    ),
    ...['type', 'criterion', 'vehicle/vehicleManufacturingYear'].map(
      (path): [string, unknown[]] => [path, [null, '1', 1.5, 2 ** 53, -(2 ** 53), Infinity, NaN]],
    ),
    ...['vehicle/financingAmount', 'vehicle/marketValue'].map((path): [string, unknown[]] => [
      path,
      [null, '1', Infinity, NaN],
    ]),
    ...['address', 'phone', 'card', 'vehicle', 'services', 'partners/0', 'Phones/0'].map(
      (path): [string, unknown[]] => [path, [null, 'text', 1, []]],
    ),
    ...['Phones', 'phones', 'cnaes', 'partners', 'legalRepresentatives', 'services/bcheck'].map(
      (path): [string, unknown[]] => [path, [null, 'text', 1, {}]],
    ),
    ['genericFields', ['text', 1, [], [['key', 'value']]]],
    ['genericFields/key', [null, 1, true, {}, []]],
  ]

  test.each(wrong)('at %s is a fault there and nowhere else', (path, values) => {
    for (const value of values) expect(faultsOf(bodyWith(path, value))).toEqual([path])
  })

  test.each(fieldsOfText.filter((path) => path !== 'channelId'))(
    'null at %s is a fault',
    (path) => {
      expect(faultsOf(bodyWith(path, null))).toEqual([path])
    },
  )
})

describe('limits', () => {
  test.each(fieldsOfText)('%s takes 1 000 characters and no more', (path) => {
    expect(faultsOf(bodyWith(path, 'x'.repeat(1000)))).toEqual([])
    expect(faultsOf(bodyWith(path, 'x'.repeat(1001)))).toEqual([path])
  })

  test('a character outside the basic plane counts as one, as in the OpenAPI document', () => {
    expect(faultsOf({ ...required, name: '😀'.repeat(1000) })).toEqual([])
    expect(faultsOf({ ...required, name: '😀'.repeat(1001) })).toEqual(['name'])
    expect(faultsOf({ ...required, name: `${'😀'.repeat(1000)}x` })).toEqual(['name'])
  })

  test('the empty string is a string like others', () => {
    for (const path of fieldsOfText) expect(faultsOf(bodyWith(path, ''))).toEqual([])
  })

  test.each(['\0', 'a\0b', '\uD800', 'a\uDC00b'])(
    'NUL and half surrogates are faults: %j',
    (text) => {
      for (const path of fieldsOfText) expect(faultsOf(bodyWith(path, text))).toEqual([path])
      expect(faultsOf({ ...required, genericFields: { key: text } })).toEqual(['genericFields/key'])
      expect(faultsOf({ ...required, genericFields: { [text]: 'value' } })).toEqual([
        'genericFields',
      ])
    },
  )

  test.each([
    ['cnaes', 'x'],
    ['services/bcheck', 'Pep'],
    ['Phones', {}],
    ['phones', {}],
    ['partners', {}],
    ['legalRepresentatives', {}],
  ])('%s takes 100 items and no more', (path, item) => {
    expect(faultsOf(bodyWith(path, Array(100).fill(item)))).toEqual([])
    expect(faultsOf(bodyWith(path, Array(101).fill(item)))).toEqual([path])
  })

  test('an array that is too long is one fault, however many of its items are wrong', () => {
    expect(faultsOf({ ...required, cnaes: Array(100_000).fill(1) })).toEqual(['cnaes'])
  })

  test('genericFields takes 100 keys and no more', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, key) => [`key${key}`, 'value']))
    expect(faultsOf({ ...required, genericFields: keys(100) })).toEqual([])
    expect(faultsOf({ ...required, genericFields: keys(101) })).toEqual(['genericFields'])
  })

  test('genericFields takes keys of 64 characters and values of 4 000, and no more', () => {
    const takes = (key: string, value: string) =>
      faultsOf({ ...required, genericFields: { [key]: value } })
    expect(takes('k'.repeat(64), 'v'.repeat(4000))).toEqual([])
    expect(takes('😀'.repeat(64), '😀'.repeat(4000))).toEqual([])
    // The key is no part of the pointer: it may be long and may be anything.
    expect(takes('k'.repeat(65), 'v')).toEqual(['genericFields'])
    expect(takes('key', 'v'.repeat(4001))).toEqual(['genericFields/key'])
  })

  test('genericFields refuses the key __proto__ and keeps every other name that objects know', () => {
    const refused = JSON.parse('{"a":"1","__proto__":"x"}')
    expect(faultsOf({ ...required, genericFields: refused })).toEqual(['genericFields'])
    const kept = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', '': 'd', 1: 'e' }
    const stored = CreateTransaction.parse({ ...required, genericFields: kept })
    expect(JSON.stringify(stored.genericFields)).toBe(JSON.stringify(kept))
  })

  test.each(
    phones.flatMap(
      (phone) =>
        [
          [`${phone}/countryCode`, 999],
          [`${phone}/areaCode`, 9999],
          [`${phone}/number`, 999_999_999_999_999],
        ] as const,
    ),
  )('%s takes 0 to %i', (path, highest) => {
    for (const value of [0, highest]) expect(faultsOf(bodyWith(path, value))).toEqual([])
    for (const value of [-1, highest + 1, 1.5, null, '1', 1e300]) {
      expect(faultsOf(bodyWith(path, value))).toEqual([path])
    }
  })

  test.each(['vehicle/financingAmount', 'vehicle/marketValue'])('%s stays below 10^12', (path) => {
    for (const value of [0, -1, 999_999_999_999.99, -999_999_999_999.99]) {
      expect(faultsOf(bodyWith(path, value))).toEqual([])
    }
    for (const value of [1e12, -1e12, 999_999_999_999.995, 1e300]) {
      expect(faultsOf(bodyWith(path, value))).toEqual([path])
    }
  })

  test.each(['type', 'criterion', 'vehicle/vehicleManufacturingYear'])(
    '%s takes safe integers',
    (path) => {
      for (const value of [0, -1, 2 ** 53 - 1]) expect(faultsOf(bodyWith(path, value))).toEqual([])
    },
  )
})
