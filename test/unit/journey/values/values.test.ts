// Schemas of values, and what of a value that somebody brought is kept.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { celTypeOf, personalPaths, withoutPersonal } from '#src/journey/values/cel.ts'
import { findSchemaFaults } from '#src/journey/values/faults.ts'
import { projectValue } from '#src/journey/values/project.ts'
import { ValueSchema } from '#src/journey/values/schema.ts'

const schema: ValueSchema = {
  type: 'object',
  required: ['approved'],
  properties: {
    approved: { type: 'boolean' },
    limit: { type: 'number', minimum: 0, maximum: 1e6 },
    count: { type: 'integer' },
    band: { type: 'string', enum: ['low', 'high'] },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    ref: { type: 'string', format: 'uuid' },
    note: { type: 'string', maxLength: 5 },
    holder: { type: 'string', 'x-personal': true },
    partners: {
      type: 'array',
      maxItems: 2,
      items: {
        type: 'object',
        properties: { share: { type: 'number' }, name: { type: 'string', 'x-personal': true } },
      },
    },
  },
}

test('a sound schema has no fault', () => {
  expect(ValueSchema.parse(schema)).toEqual(schema)
  expect(findSchemaFaults(schema)).toEqual([])
})

test.each([
  ['a root that is no object', { type: 'string' }, '/type'],
  ['a name with a hyphen', object({ 'is-ok': { type: 'boolean' } }), '/properties/is-ok'],
  ['a word of CEL', object({ in: { type: 'boolean' } }), '/properties/in'],
  ['a name of the engine', object({ constructor: { type: 'boolean' } }), '/properties/constructor'],
  ['a list without items', object({ a: { type: 'array' } }), '/properties/a/items'],
  [
    'a bound of another type',
    object({ a: { type: 'string', minimum: 1 } }),
    '/properties/a/minimum',
  ],
  ['a word of another type', object({ a: { type: 'string', enum: [1] } }), '/properties/a/enum/0'],
  ['a required field that is none', { ...object({}), required: ['a'] }, '/required/0'],
  [
    'bounds that cross',
    object({ a: { type: 'number', minimum: 2, maximum: 1 } }),
    '/properties/a/minimum',
  ],
  [
    'a personal object',
    object({ a: { ...object({}), 'x-personal': true } }),
    '/properties/a/x-personal',
  ],
  [
    'a fifth level',
    object({ a: object({ b: object({ c: object({ d: { type: 'string' } }) }) }) }),
    '/properties/a/properties/b/properties/c/properties/d',
  ],
  [
    'sixty-five fields',
    object(
      Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`f${at}`, { type: 'string' }])),
    ),
    '',
  ],
] as const)('%s is refused at its place', (_, given, pointer) => {
  const read = ValueSchema.parse(given)
  expect(findSchemaFaults(read).map((one) => one.pointer)).toEqual([pointer])
})

test.each(['$ref', 'pattern', 'oneOf', 'additionalProperties', 'default', 'title'])(
  'the keyword %s is refused',
  (keyword) => {
    expect(ValueSchema.safeParse({ type: 'object', [keyword]: 'x' }).success).toBe(false)
  },
)

function object(properties: Record<string, unknown>) {
  return { type: 'object', properties } as const
}

const fit = (value: unknown) => projectValue(schema, value)

test.each([
  ['text for yes', { approved: 'true' }, '/approved'],
  ['a number for yes', { approved: 1 }, '/approved'],
  ['null for what is required', { approved: null }, '/approved'],
  ['nothing', {}, '/approved'],
  ['a list', [true], ''],
  ['a text', 'approved', ''],
  ['no number', { approved: true, limit: Number.NaN }, '/limit'],
  ['infinity', { approved: true, limit: Infinity }, '/limit'],
  ['a number as text', { approved: true, limit: '10' }, '/limit'],
  ['below the minimum', { approved: true, limit: -0.01 }, '/limit'],
  ['a half for a whole', { approved: true, count: 1.5 }, '/count'],
  ['a whole that no program counts exactly', { approved: true, count: 2 ** 53 }, '/count'],
  ['a word that is none', { approved: true, band: 'High' }, '/band'],
  ['half of a surrogate pair', { approved: true, note: '\uD800' }, '/note'],
  ['a NUL', { approved: true, note: 'a\0' }, '/note'],
  ['six characters', { approved: true, note: '😀😀😀😀😀😀' }, '/note'],
  ['a moment without a zone', { approved: true, at: '2026-11-28T10:00:00' }, '/at'],
  ['a day with an offset', { approved: true, day: '2026-11-28-03:00' }, '/day'],
  ['the thirtieth of February', { approved: true, day: '2026-02-30' }, '/day'],
  ['no UUID', { approved: true, ref: '1' }, '/ref'],
  ['a list that is too long', { approved: true, partners: [{}, {}, {}] }, '/partners'],
  ['null in a list', { approved: true, partners: [null] }, '/partners/0'],
])('%s does not fit, at its place', (_, value, pointer) => {
  expect(fit(value)).toEqual({ faults: [{ pointer, detail: expect.any(String) }] })
})

test('what is not named is dropped, null is absent, and a moment is kept in UTC', () => {
  const value = {
    approved: true,
    limit: null,
    count: -0,
    at: '2026-11-28T10:00:00-03:00',
    note: '😀😀😀😀😀',
    partners: [{ share: 0.5, other: 1 }],
    extra: 'x',
    ['__proto__']: { approved: false },
  }
  expect(fit(value)).toEqual({
    value: {
      approved: true,
      count: 0,
      at: '2026-11-28T13:00:00.000Z',
      note: '😀😀😀😀😀',
      partners: [{ share: 0.5 }],
    },
  })
})

test('eight KiB fit and a byte more does not', () => {
  const wide = ValueSchema.parse(object({ a: { type: 'string', maxLength: 8192 } }))
  const empty = JSON.stringify({ a: '' }).length
  const of = (bytes: number) => projectValue(wide, { a: 'x'.repeat(bytes - empty) })
  expect(of(8192)).toHaveProperty('value')
  expect(of(8193)).toEqual({ faults: [{ pointer: '', detail: 'it is larger than 8 KiB' }] })
})

test('conditions see closed words, numbers and the personal field that they may compare', () => {
  expect(celTypeOf(schema).record).toMatchObject({
    approved: 'bool',
    limit: 'double',
    count: 'double',
    band: { oneOf: ['low', 'high'] },
    holder: 'string',
    // What is personal inside a list is not seen: a loop could take it apart.
    partners: { list: { record: { share: 'double' } } },
  })
  expect(celTypeOf(schema).record['partners']).not.toHaveProperty('list.record.name')
  expect(personalPaths(schema, 'input')).toEqual(['input.holder'])
})

test('an answer shows nothing personal', () => {
  const value = { approved: true, holder: 'Ana', partners: [{ share: 1, name: 'Bia' }] }
  expect(withoutPersonal(schema, value)).toEqual({ approved: true, partners: [{ share: 1 }] })
})

test('what was kept fits again as it is, and no fault repeats what was brought', () => {
  const anything = fc.record(
    {
      approved: fc.boolean(),
      limit: fc.oneof(fc.double(), fc.string()),
      at: fc.oneof(
        fc.date({ noInvalidDate: true }).map(String),
        fc.constant('2026-11-28T10:00:00+05:30'),
      ),
      note: fc.string({ unit: 'binary' }),
      partners: fc.anything({ maxDepth: 2 }),
      holder: fc.anything({ maxDepth: 2 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(anything, fc.anything({ maxDepth: 2 })), (value) => {
      const once = fit(value)
      const twice = 'value' in once ? fit(structuredClone(once.value)) : once
      expect(twice).toEqual(once)
      const said = 'faults' in once ? once.faults.map(({ detail }) => detail) : []
      expect(details).toEqual(expect.arrayContaining(said))
    }),
  )
})

/** Every detail of a fault is one of these, whatever was brought. */
const details = [
  'is missing',
  'is no object',
  'is no list',
  'is no text',
  'is no number',
  'is no whole number',
  'is no UUID',
  'is no day, as in 2026-11-30',
  'is none of the words that it may be',
  'is none of the numbers that it may be',
  'is not what it must be',
  'is neither true nor false',
  'is below the minimum',
  'is above the maximum',
  'has a NUL or half of a surrogate pair',
  'has more than 5 characters',
  'has more than 1000 characters',
  'has more than 2 items',
  'is no moment with its zone, as in 2026-11-30T10:00:00Z',
  'it is larger than 8 KiB',
]
