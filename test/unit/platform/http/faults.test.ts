import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { check } from '#src/platform/http/request/faults.ts'
import { parseJson } from '#src/platform/http/request/json-body.ts'
import { pointer, writePointer } from '#src/platform/http/request/pointer.ts'

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const result = check(schema, value)
  return 'faults' in result ? result.faults.map((one) => `${one.pointer} ${one.code}`) : []
}
const detailOf = (schema: z.ZodType, value: unknown) => {
  const result = check(schema, value)
  return 'faults' in result ? result.faults[0]?.detail : undefined
}

describe('a fault', () => {
  test.for([
    [z.object({ a: z.enum(['x']) }), {}, '#/a required', 'is required'],
    [z.object({ a: z.union([z.string(), z.number()]) }), {}, '#/a required', 'is required'],
    [z.object({ a: z.string() }), { a: 1 }, '#/a type', 'must be a string'],
    [z.array(z.unknown()), 'x', '# type', 'must be an array'],
    [z.array(z.unknown()).max(1), 'xyz', '# type', 'must be an array'],
    [z.string().min(1), [], '# type', 'must be a string'],
    [z.int(), 1.5, '# type', 'must be an integer'],
    [z.strictObject({}), { secret: 1 }, '# not-allowed', 'has a field that is not allowed'],
    [z.string().min(2), 'a', '# too-short', 'must have at least 2 characters'],
    [z.string().max(1), 'ab', '# too-long', 'must have at most 1 character'],
    [z.array(z.string()).min(1), [], '# too-few', 'must have at least 1 item'],
    [z.number().lt(1e12), 1e12, '# too-big', 'must be below 1000000000000'],
    [z.number().max(1e12), 1e13, '# too-big', 'must be at most 1000000000000'],
    [z.number().multipleOf(2), 3, '# format', 'must be a multiple of 2'],
    [z.uuid(), 'x', '# format', 'must be written as a UUID'],
    [z.string().regex(/a/), 'x', '# format', 'must match /a/'],
    [z.email({ error: 'must be reachable' }), 'x', '# format', 'must be reachable'],
    [z.string().refine(() => false), 'x', '# invalid', 'is not as described'],
    [
      z.string().refine(() => false, { params: { code: 'maria' } }),
      'x',
      '# invalid',
      'is not as described',
    ],
    [
      z.partialRecord(z.enum(['a']), z.string()),
      { secret: 'x' },
      '# not-allowed',
      'has a field that is not allowed',
    ],
    [z.map(z.string(), z.string()), {}, '# type', 'must be an object'],
    [z.record(z.string(), z.string()), [], '# type', 'must be an object'],
    [z.int().min(1), '1', '# type', 'must be an integer'],
    [z.number().int(), '1', '# type', 'must be an integer'],
    [z.int32(), '1', '# type', 'must be an integer'],
    [z.number(), '1', '# type', 'must be a number'],
    [z.record(z.string(), z.string()), { secret: 1 }, '# type', 'must be a string'],
    [z.array(z.array(z.int())), [[1], [2, 'x']], '#/1/1 type', 'must be an integer'],
    [
      z.lazy(() => z.object({ a: z.preprocess((x) => x, z.array(z.string()).nullable()) })),
      { a: [1] },
      '#/a/0 type',
      'must be a string',
    ],
  ] as const)('%# says where, what and how it should be', ([schema, value, fault, detail]) => {
    const found = check(schema, value)
    expect(faultsOf(schema, value)).toContain(fault)
    expect(detailOf(schema, value)).toBe(detail)
    expect(JSON.stringify(found)).not.toMatch(/secret|maria/)
  })

  test('in a union is that of the option which the value came nearest to', () => {
    const shape = z.union([
      z.object({ a: z.string(), b: z.string(), c: z.string() }),
      z.object({ a: z.string(), d: z.number() }),
      z.array(z.string()),
    ])
    expect(faultsOf(z.object({ shape }), { shape: { a: 'x', d: 'y' } })).toEqual(['#/shape/d type'])
    expect(faultsOf(shape, 5)).toEqual(['# type'])
  })

  test('of the field that decides a union says whether it is missing or another', () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ])
    expect(faultsOf(schema, {})).toEqual(['#/kind required'])
    expect([detailOf(schema, {}), detailOf(schema, { kind: 'secret' })]).toEqual([
      'is required',
      'must be one of: a, b',
    ])
    expect(faultsOf(schema, 'x')).toEqual(['# type'])
  })

  test('never shows a value, whatever was sent and whatever is expected', () => {
    const schema = z.object({
      text: z.string().max(2),
      number: z.int().max(5),
      kind: z.enum(['plain']),
      list: z.array(z.email()).max(1),
      either: z.union([z.boolean(), z.object({ left: z.iso.date() })]),
    })
    const secret = 'Zz9-secret'
    const anything = fc.oneof(
      fc.constant(secret),
      fc.constant([secret, secret]),
      fc.record({ left: fc.constant(secret) }),
      fc.constant(null),
      fc.integer({ min: 73_000_000, max: 73_999_999 }),
    )
    const keys = {
      text: anything,
      number: anything,
      kind: anything,
      list: anything,
      either: anything,
    }
    fc.assert(
      fc.property(fc.record(keys, { requiredKeys: [] }), (value) => {
        expect(JSON.stringify(check(schema, value))).toMatch(/"faults":\[\{/)
        expect(JSON.stringify(check(schema, value))).not.toMatch(/Zz9|73\d{6}/)
      }),
    )
  })
})

test('a pointer leads back to its path, whatever the keys are', () => {
  const keys = fc.array(fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(keys, (path) => {
      const text = writePointer('#', path)
      const back = text
        .split('/')
        .slice(1)
        .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
      expect(back).toEqual(path)
      expect(text).toMatch(/^#[!-~]*$/)
    }),
  )
})

test('a pointer names what is declared, and nothing of a client’s own keys', () => {
  const leaf = z.object({ left: z.string(), list: z.array(z.string()) })
  const schema = z.object({
    tree: z.union([leaf.partial(), z.array(leaf).nullable()]).optional(),
    free: z.record(z.string(), z.object({ left: z.string() })),
    any: z.unknown(),
  })
  for (const [path, expected] of [
    [['tree', 'list', 3], '#/tree/list/3'],
    [['tree', 2, 'left'], '#/tree/2/left'],
    [['tree', 2, 'Maria'], '#/tree/2'],
    [['tree', 'list', 'Maria'], '#/tree/list'],
    [['free', 'Maria', 'left'], '#/free'],
    [['any', 'Maria'], '#/any'],
    [['Maria', 'left'], '#'],
    [['constructor'], '#'],
    [['__proto__'], '#'],
  ] as const)
    expect(pointer('#', path, schema)).toBe(expected)
})

describe('strict JSON', () => {
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

  test('takes every sound value as it is', async () => {
    const sound = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 5 })
    await fc.assert(
      fc.asyncProperty(sound, async (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'))
        expect(await parseJson(encode(value), z.unknown())).toEqual({
          value: JSON.parse(JSON.stringify(value)),
        })
      }),
    )
  })

  test('finds the one unsound text, wherever it stands', async () => {
    const tree: z.ZodType = z.lazy(() =>
      z.union([
        z.string(),
        z.array(tree),
        z.object({ a: tree, 'b/c': tree, 'd~e': tree, other: z.string() }).partial(),
      ]),
    )
    const path = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.constantFrom('a', 'b/c', 'd~e')), {
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.constantFrom('\0', '\ud800', 'a\udfff', '\udc00\ud800'),
        async (way, text) => {
          const value = way.reduceRight<unknown>(
            (inner, key) =>
              typeof key === 'number'
                ? [...Array<number>(key).fill(0), inner]
                : { other: 'x', [key]: inner },
            text,
          )
          expect(await parseJson(encode(value), tree)).toEqual({
            faults: [expect.objectContaining({ pointer: writePointer('#', way), code: 'unicode' })],
          })
        },
      ),
    )
  })

  test('never throws, whatever the bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(Object.keys(await parseJson(bytes, z.unknown()))).toHaveLength(1)
      }),
    )
  })
})
