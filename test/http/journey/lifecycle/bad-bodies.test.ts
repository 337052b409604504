// What no creation may be made of: a 4xx that names the field and never the value, and nothing stored.
import { expect } from 'vitest'
import { countRows, readProblem } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = '/v1/transaction'

/** Stands in each bad body, and in no answer and no log line. */
const secret = 'unmistakable-secret'

/** A good body's JSON with further fields, written as text so that it can hold what no object can. */
const withFields = (fields: string) =>
  `{"documentType":"CPF","document":"52998224725","name":"${secret}",${fields}}`

const refused: [what: string, body: string | (() => string), faults: string[]][] = [
  ['text', secret, ['not-json #']],
  ['half of an object', `{"name":"${secret}"`, ['not-json #']],
  ['a comma too many', withFields(''), ['not-json #']],
  ['an array', `["${secret}"]`, ['type #']],
  ['null', 'null', ['type #']],
  ['a string', `"${secret}"`, ['type #']],
  ['an empty object', '{}', ['required #/documentType', 'required #/document']],
  ['a number for text', withFields('"email":5299822'), ['type #/email']],
  ['text for a flag', withFields('"verifiedEmail":"true"'), ['type #/verifiedEmail']],
  ['text for a number', withFields('"type":"1"'), ['type #/type']],
  ['a fraction for a whole number', withFields('"criterion":1.5'), ['type #/criterion']],
  ['an object for a list', withFields('"cnaes":{"0":"6201"}'), ['type #/cnaes']],
  ['a list for an object', withFields('"address":[]'), ['type #/address']],
  ['null where none may be', withFields('"phone":null'), ['type #/phone']],
  ['a phone as text', withFields('"phone":{"number":"987654321"}'), ['type #/phone/number']],
  [
    'a negative phone',
    withFields('"Phones":[{"areaCode":-11}]'),
    ['too-small #/Phones/0/areaCode'],
  ],
  [
    'a phone too long',
    withFields('"phone":{"number":1000000000000000}'),
    ['too-big #/phone/number'],
  ],
  ['a number past 2^53', withFields('"type":9007199254740993'), ['too-big #/type']],
  ['a number past all', withFields('"type":1e400'), ['type #/type']],
  [
    'an amount of 10^12',
    withFields('"vehicle":{"marketValue":1000000000000}'),
    ['too-big #/vehicle/marketValue'],
  ],
  ['the year 0000', withFields('"birthdate":"0000-01-01"'), ['format #/birthdate']],
  [
    'the year 0000 of a moment',
    withFields('"identifierDate":"0000-01-01T00:00:00Z"'),
    ['format #/identifierDate'],
  ],
  [
    'a year before 0001 by its zone',
    withFields('"identifierDate":"0001-01-01T00:00:00+01:00"'),
    ['format #/identifierDate'],
  ],
  [
    'a day that is none',
    withFields('"issuanceDateDocument":"2023-02-29"'),
    ['format #/issuanceDateDocument'],
  ],
  ['a NUL', withFields(`"email":"${secret}\\u0000"`), ['unicode #/email']],
  [
    'a NUL deep inside',
    withFields(`"partners":[{},{"name":"${secret}\\u0000"}]`),
    ['unicode #/partners/1/name'],
  ],
  [
    'a NUL in a field that nobody knows',
    withFields(`"unknown":{"${secret}":["\\u0000"]}`),
    ['unicode #'],
  ],
  ['a NUL in a key', withFields('"genericFields":{"k\\u0000":"v"}'), ['unicode #/genericFields']],
  [
    'half of a surrogate pair',
    withFields(`"tradeName":"${secret}\\ud800"`),
    ['unicode #/tradeName'],
  ],
  ['the other half', withFields(`"tradeName":"\\udc00${secret}"`), ['unicode #/tradeName']],
  [
    'half of a pair in a key',
    withFields('"genericFields":{"\\udfff":"v"}'),
    ['unicode #/genericFields'],
  ],
  [
    'a key __proto__',
    withFields(`"genericFields":{"__proto__":"${secret}"}`),
    ['not-allowed #/genericFields'],
  ],
  [
    'a generic value that is no text',
    withFields(`"genericFields":{"${secret}":1,"b":2}`),
    ['type #/genericFields'],
  ],
  ['a text too long', () => withFields(`"email":"${'x'.repeat(1_001)}"`), ['too-long #/email']],
  ['a list too long', () => withFields(`"cnaes":[${'"a",'.repeat(100)}"a"]`), ['too-many #/cnaes']],
  [
    '10 000 lists in each other',
    () => withFields(`"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    ['too-deep #'],
  ],
  [
    '10 000 objects in each other',
    () => withFields(`"deep":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    ['too-deep #'],
  ],
]

test.for(refused)(
  '%s: 400 with a pointer, and nothing is stored',
  async ([, body, faults], { app }) => {
    const before = await countRows(app.db)
    const sent = typeof body === 'string' ? body : body()
    const answer = await app.call('POST', path, { body: sent })
    expect(answer.status).toBe(400)
    const text = await answer.clone().text()
    const { errors = [] } = await readProblem(answer)
    expect(errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(faults)
    expect(text).not.toContain(secret)
    expect(app.log.join('')).not.toContain(secret)
    expect(await countRows(app.db)).toEqual(before)
    expect(app.nudged).toEqual([])
  },
)

test.for([
  ['"genericFields":[]', 'must be an object'],
  ['"type":"1"', 'must be an integer'],
  ['"type":1.5', 'must be an integer'],
  ['"vehicle":{"marketValue":"1"}', 'must be a number'],
] as const)('%s: %s', async ([fields, detail], { app }) => {
  const answer = await app.call('POST', path, { body: withFields(fields) })
  expect(await readProblem(answer)).toMatchObject({ errors: [{ code: 'type', detail }] })
})

test('several faults are all named in one answer', async ({ app }) => {
  const body = { documentType: 'RG', name: 1, phone: { number: 'x' }, birthdate: '2026-13-01' }
  const { errors = [] } = await readProblem(await app.call('POST', path, { body }))
  expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
    '#/birthdate',
    '#/document',
    '#/documentType',
    '#/name',
    '#/phone/number',
  ])
})

test('bytes that are not UTF-8: 400', async ({ app }) => {
  const latin1 = Buffer.from(withFields('"city":"São"'), 'latin1')
  const answer = await app.call('POST', path, { body: new Uint8Array(latin1) })
  expect(await readProblem(answer)).toMatchObject({ errors: [{ pointer: '#', code: 'unicode' }] })
})

test('2 MiB of good JSON: 413, and nothing is stored', async ({ app }) => {
  const before = await countRows(app.db)
  const body = withFields(`"unknown":"${'x'.repeat(2 * 1_048_576)}"`)
  const answer = await app.call('POST', path, { body })
  expect(answer.status).toBe(413)
  expect(await readProblem(answer)).toMatchObject({ code: 'payload-too-large' })
  expect(await countRows(app.db)).toEqual(before)
})

test.for([
  ['no type', ''],
  ['text', 'text/plain'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/form-data; boundary=a'],
  ['another JSON', 'application/json-patch+json'],
  ['another charset', 'application/json; charset=iso-8859-1'],
] as const)('%s as media type: 415, and nothing is stored', async ([, type], { app }) => {
  const before = await countRows(app.db)
  const headers = { 'content-type': type }
  const answer = await app.call('POST', path, { body: withFields('"type":1'), headers })
  expect(answer.status).toBe(415)
  expect(await readProblem(answer)).toMatchObject({ code: 'unsupported-media-type' })
  expect(await countRows(app.db)).toEqual(before)
})

test('what nobody knows is ignored: unknown fields, and __proto__ outside the free map', async ({
  app,
}) => {
  const body = withFields(
    '"unknown":{"a":[1]},"__proto__":{"type":7},"constructor":1,"toString":"x"',
  )
  const answer = await app.call('POST', path, { body })
  expect(answer.status).toBe(201)
  const created = await answer.json()
  expect(Object.keys(created).toSorted()).toEqual([
    'createdAt',
    'document',
    'documentType',
    'id',
    'name',
    'referenceDate',
    'type',
    'verifiedEmail',
  ])
  expect(created.type).toBe(1)
  expect(await (await app.call('GET', `${path}/${created.id}`)).json()).toEqual(created)
})

test('what is odd but sound is kept as it was sent', async ({ app }) => {
  const genericFields = { constructor: 'a', toString: 'b', ' ': '', '😀': '\u{1F600}\u0001\u2028' }
  const body = { documentType: 'cNpJ', document: '12.abc.345/01DE-35', genericFields }
  const created = await (await app.call('POST', path, { body })).json()
  expect(created).toMatchObject({ document: '12ABC34501DE35', documentType: 'cnpj', genericFields })
  expect(await (await app.call('GET', `${path}/${created.id}`)).json()).toEqual(created)
})
