// The parts of a form tell two requests of one Idempotency-Key apart, and there may be so many of them, in so many bytes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FormFields, readForm } from '#src/platform/http/request/form.ts'
import { createPartSplitter } from '#src/platform/http/request/multipart.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const typeOf = (boundary: string) => `multipart/form-data; boundary=${boundary}`
const largest = 26_214_400

/** As it comes in pieces of that size. */
function split(body: string | Buffer, type: string, size = 65_536) {
  const splitter = createPartSplitter(type)
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += size) splitter?.take(bytes.subarray(at, at + size))
  return splitter?.split(bytes)
}
const partsIn = (body: string, type: string, size?: number) => split(body, type, size)?.map(String)
const read = (body: string | Buffer, type = typeOf('abc')) => readForm(split(body, type))

const part = (name: string, value = 'x') =>
  `--abc\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const form = (boundary: string, value = 'x') =>
  `${part('a', value)}--abc--\r\n`.replaceAll('--abc', `--${boundary}`)

test('a form is the same whatever delimiter it was sent with', () => {
  const sent = partsIn(form('abc'), typeOf('abc'))
  expect(partsIn(form('d-1'), 'Multipart/Form-Data; charset=utf-8; boundary="d-1"')).toEqual(sent)
  expect(partsIn(form('abc', 'y'), typeOf('abc'))).not.toEqual(sent)
  expect(partsIn(`${form('abc')}z`, typeOf('abc'))).not.toEqual(sent)
})

test('any other body has no parts', () => {
  expect(createPartSplitter('application/json; boundary=abc')).toBeUndefined()
  expect(createPartSplitter('multipart/form-data')).toBeUndefined()
  expect(createPartSplitter()).toBeUndefined()
})

test('a delimiter is one however the body comes apart, and only at the beginning of a line', () => {
  const body = `pre\r\n--b\r\n--a\r\nx--a\r\r\n--a\n--a\r\n--a--\r\n`
  const parts = ['pre\r\n--b', '\r\nx--a\r', '\n--a', '--\r\n']
  for (let size = 1; size <= body.length; size += 1)
    expect([size, partsIn(body, typeOf('a'), size)]).toEqual([size, parts])
  expect(partsIn('--a--a\r\n--a', typeOf('a'), 1)).toEqual(['', '--a', ''])
})

test('a hundred parts are read, and the delimiter after them ends the request as it comes', () => {
  const names = Array.from({ length: 101 }, (_, at) => `n${at}`)
  const few = names.slice(1).map((name) => part(name))
  expect(Object.keys(read(`${few.join('')}--abc--\r\n`))).toHaveLength(100)
  const splitter = createPartSplitter(typeOf('abc'))
  splitter?.take(Buffer.from(few.join('')))
  const next = () => splitter?.take(Buffer.from(`${part('n100')}--abc`))
  const problem = {
    code: 'invalid-request',
    faults: [{ pointer: '#', code: 'too-many', detail: 'has more than 100 parts' }],
  }
  expect(next).toThrow(expect.objectContaining(problem))
})

test('fields come by name, several of a name as an array', () => {
  const three = ['a', 'b', 'a'].map((name) => part(name)).join('')
  expect(read(`${three}--abc--\r\n`)).toEqual({ a: ['x', 'x'], b: 'x' })
  expect(read(`${part('__proto__')}--abc--\r\n`)).toEqual(Object.fromEntries([['__proto__', 'x']]))
  expect(read(form('abc'), `${typeOf('abc')}; boundary=d`)).toEqual({ a: 'x' })
})

test.for([
  ['nothing', ''],
  ['no delimiter', 'x'],
  ['no end', part('a')],
  ['a delimiter in a longer line', form('abc').replace('--abc', '--abcd')],
  ['a part without headers', '--abc\r\n\r\nx\r\n--abc--'],
  ['a part without a name', form('abc').replace('name=', 'title=')],
  ['a part of another kind', form('abc').replace('form-data', 'attachment')],
  ['a header that is none', form('abc').replace('\r\n\r\n', '\r\nx\r\n\r\n')],
  ['a quote that does not end', form('abc').replace('"\r\n', '\r\n')],
  ['headers that do not end', `--abc\r\n${'X: y\r\n'.repeat(200_000)}--abc--`],
  ['very many headers', form('abc').replace('\r\n\r\n', `${'\r\nX: y'.repeat(50)}\r\n\r\n`)],
  ['a file name of half a character', form('abc').replace('name=', "filename*=utf-8''%c3; name=")],
] as const)('%s is no form', ([, body]) => {
  const fault = { pointer: '#', code: 'format' }
  expect(() => read(body)).toThrow(expect.objectContaining({ faults: [expect.objectContaining(fault)] }))
}) // prettier-ignore

test('what stands before the first delimiter and behind the last is nothing', () => {
  expect(read(`preamble\r\n${form('abc')}epilogue\r\n${part('b')}`)).toEqual({ a: 'x' })
  expect(read(`\r\n${form('abc').trimEnd()}`)).toEqual({ a: 'x' })
})

test('fields that are no files have 1 MiB, all together', () => {
  const half = 'x'.repeat(524_288)
  expect(read(`${part('a', half)}${part('b', half)}--abc--`)).toEqual({ a: half, b: half })
  const fault = expect.objectContaining({ code: 'too-long' })
  expect(() => read(`${part('a', half)}${part('b', `${half}x`)}--abc--`)).toThrow(
    expect.objectContaining({ faults: [fault] }),
  )
})

const shown = async (fields: FormFields) =>
  Promise.all(
    Object.entries(fields).flatMap(([name, values]) =>
      [values]
        .flat()
        .map(async (value) =>
          value instanceof File
            ? [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString('hex')]
            : [name, value],
        ),
    ),
  )

const name = fc.oneof(fc.constantFrom('a', 'b', 'é"\r\n', "a'b;c=d", 'a\\'), fc.string({ minLength: 1, unit: 'binary' })) // prettier-ignore
const file = fc.record({
  bytes: fc.uint8Array({ maxLength: 300 }),
  // A line separator of Unicode ends no line of a form.
  name: fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constant('a\u2028b\u2029')),
  type: fc.constantFrom('', 'image/jpeg', 'text/plain; charset=utf-8'),
})
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\r\n--', '\uFEFFx', '\r\n'),
  file,
)

test('forms as programs write them are read as they were made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 8 }), fc.integer({ min: 1, max: 99 }), async (fields, size) => {
      const made = new FormData()
      for (const [key, one] of fields)
        if (typeof one === 'string') made.append(key, one)
        else made.append(key, new File([new Uint8Array(one.bytes)], one.name, { type: one.type }))
      const sent = new Response(made)
      const type = sent.headers.get('content-type') ?? ''
      const bytes = Buffer.from(await sent.arrayBuffer())
      const fetched = await new Response(bytes, { headers: { 'content-type': type } }).formData()
      const expected: Record<string, (string | File)[]> = Object.fromEntries(
        [...fetched.keys()].map((key) => [key, fetched.getAll(key)]),
      )
      const own = readForm(split(bytes, type, size))
      expect(await shown(own)).toEqual(await shown(expected as FormFields))
    }),
  )
}) // prettier-ignore

const filled = (before: string, unit: string, after = '\r\n--a--\r\n') => {
  const room = largest - before.length - after.length
  return Buffer.from(before + unit.repeat(Math.floor(room / unit.length)) + after, 'latin1')
}
const fileHead = '--a\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'

test.for([
  ['delimiters', filled('', '\r\n--a', '')],
  ['parts', filled('', '--a\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n', '')],
  ['a file', filled(fileHead, 'x')],
  ['a file of line ends', filled(fileHead, '\r\n')],
  ['a file of almost delimiters', filled(fileHead, '\r\n--')],
  ['one header', filled('--a\r\nX: ', 'x')],
  ['headers', filled('--a\r\n', 'X: y\r\n')],
  ['a name of quotes', filled('--a\r\nContent-Disposition: form-data; name="', '\\"')],
  ['blanks in a header', filled('--a\r\nContent-Disposition: form-data;', ' ')],
  ['a text', filled('--a\r\nContent-Disposition: form-data; name="f"\r\n\r\n', 'x')],
  ['what stands before', filled('', 'x')],
  ['what stands behind', filled(`${fileHead}x\r\n--a--\r\n`, '-', '')],
] as const)('25 MiB of %s cost no more than their bytes do', async ([, body]) => {
  const ms = await processorMs(() => {
    try {
      read(body, typeOf('a'))
    } catch {}
  })
  // To copy them costs about 10 ms, and a machine may be slow.
  expect(ms).toBeLessThan(250)
})
