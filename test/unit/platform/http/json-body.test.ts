// What a body of megabytes may cost before it is refused.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseJson } from '#src/platform/http/request/json-body.ts'
import { parseSound } from '#src/platform/http/request/sound-json.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const parse = (text: string) => parseJson(new TextEncoder().encode(text), z.unknown())

test.for([
  ['brackets', '['.repeat(20_000_000), 'too-deep'],
  ['objects', '{"a":'.repeat(4_000_000), 'too-deep'],
  ['numbers', `[${'1,'.repeat(10_000_000)}1]`, 'too-many'],
  ['empty lists', `[${'[],'.repeat(5_000_000)}[]]`, 'too-many'],
  ['quotes', '"'.repeat(10_000_000), 'too-many'],
  ['digits', `[1${'9'.repeat(10_000_000)}]`, 'too-long'],
  ['decimals', `[0.${'3'.repeat(10_000_000)}]`, 'too-long'],
  ['keys', `{${Array.from({ length: 50_002 }, (_, at) => `"k${at}":0`).join(',')}}`, 'too-many'],
  ['a string without an end', `["${String.raw`\"`.repeat(5_000_000)}`, 'not-json'],
] as const)('millions of %s are refused before they are read', async ([, text, code]) => {
  expect(await parse(text)).toMatchObject({ faults: [{ pointer: '#', code }] })
  expect(await processorMs(() => parse(text))).toBeLessThan(1_500)
})

test('strings of megabytes may hold whatever they like', async () => {
  const values = [String.raw`[{\"`.repeat(500_000), '\\\\', '[1,2,{'.repeat(100_000)]
  const text = JSON.stringify({ images: values, more: Array.from({ length: 40_000 }, () => ({})) })
  expect(await parse(text)).toEqual({ value: JSON.parse(text) })
})

test('a large body is parsed beside the process: nobody waits for it', async () => {
  const bytes = new TextEncoder().encode(`["${String.raw`\u0061`.repeat(4_000_000)}"]`)
  await parseJson(bytes, z.unknown())
  let parsed: Awaited<ReturnType<typeof parseJson>> | undefined
  const beside = await processorMs(async () => void (parsed = await parseJson(bytes, z.unknown())))
  const inProcess = await processorMs(() => parseSound(bytes))
  const [text = ''] = parsed && 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : []
  expect([text.length, bytes.byteLength]).toEqual([4_000_000, 24_000_004])
  expect(beside).toBeLessThan(inProcess)
})

test('what comes back from there is the same to the letter', async () => {
  const pad = 'é€😀'.repeat(50_000)
  for (const text of [
    `{"__proto__":{"a":1},"constructor":1,"1":2,"pad":"${pad}"}`,
    `[null,true,-0,1e400,1e-400,${'9'.repeat(2_000)},{"":"${pad}"}]`,
    `"${String.raw`\u0061\"`.repeat(60_000)}"`,
  ]) {
    const { value } = (await parse(text)) as { value: object }
    expect(value).toStrictEqual(JSON.parse(text))
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
  }
  for (const [bytes, code] of [
    [new Uint8Array(300_000).fill(0xff), 'unicode'],
    [new TextEncoder().encode(`{"a":"${pad}\\ud800"}`), 'unicode'],
    [new TextEncoder().encode(`{"a":"${pad}`), 'not-json'],
  ] as const)
    expect(await parseJson(bytes, z.unknown())).toMatchObject({ faults: [{ code }] })
})
