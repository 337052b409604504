// What a body of megabytes may cost before it is refused.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseJson } from '#src/platform/http/request/json-body.ts'
import { processorMs } from '#test/support/processor.ts'

const parse = (text: string) => parseJson(new TextEncoder().encode(text), z.unknown())

test.for([
  ['brackets', '['.repeat(20_000_000), 'too-deep'],
  ['objects', '{"a":'.repeat(4_000_000), 'too-deep'],
  ['numbers', `[${'1,'.repeat(10_000_000)}1]`, 'too-many'],
  ['empty lists', `[${'[],'.repeat(5_000_000)}[]]`, 'too-many'],
  ['quotes', '"'.repeat(10_000_000), 'not-json'],
  ['a string without an end', `["${String.raw`\"`.repeat(5_000_000)}`, 'not-json'],
] as const)('millions of %s are refused before they are read', async ([, text, code]) => {
  expect(parse(text)).toMatchObject({ faults: [{ pointer: '#', code }] })
  expect(await processorMs(() => parse(text))).toBeLessThan(1_500)
})

test('strings of megabytes may hold whatever they like', () => {
  const values = [String.raw`[{\"`.repeat(500_000), '\\\\', '[1,2,{'.repeat(100_000)]
  const text = JSON.stringify({ images: values, more: Array.from({ length: 40_000 }, () => ({})) })
  expect(parse(text)).toEqual({ value: JSON.parse(text) })
})
