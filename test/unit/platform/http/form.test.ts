// The parts of a form tell two requests of one Idempotency-Key apart, and there may be so many of them.
import { expect, test } from 'vitest'
import { partsOf, readForm } from '#src/platform/http/request/form.ts'

const partsIn = (body: string, type?: string) => partsOf(Buffer.from(body), type).map(String)
const form = (boundary: string, value = 'x') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--${boundary}--\r\n`

test('a form is the same whatever delimiter it was sent with', () => {
  const sent = partsIn(form('abc'), 'multipart/form-data; boundary=abc')
  expect(partsIn(form('d-1'), 'Multipart/Form-Data; charset=utf-8; boundary="d-1"')).toEqual(sent)
  expect(partsIn(form('abc', 'y'), 'multipart/form-data; boundary=abc')).not.toEqual(sent)
  expect(partsIn(form('abc') + 'z', 'multipart/form-data; boundary=abc')).not.toEqual(sent)
})

test('any other body is its bytes', () => {
  expect(partsIn('{"a":"--abc"}', 'application/json; boundary=abc')).toEqual(['{"a":"--abc"}'])
  expect(partsIn('--abc', 'multipart/form-data')).toEqual(['--abc'])
  expect(partsIn('')).toEqual([''])
})

test('fields come by name, several of a name as an array; many parts are refused before they are read', async () => {
  const type = 'multipart/form-data; boundary=abc'
  const read = (names: readonly string[]) =>
    readForm(Buffer.from(names.map((name) => part(name)).join('') + '--abc--\r\n'), type)
  expect(await read(['a', 'b', 'a'])).toEqual({ a: ['x', 'x'], b: 'x' })
  const names = Array.from({ length: 101 }, (_, at) => `n${at}`)
  expect(Object.keys(await read(names.slice(1)))).toHaveLength(100)
  await expect(read(names)).rejects.toMatchObject({ faults: [{ pointer: '#', code: 'too-many' }] })
  const twice = 'multipart/form-data; boundary=abc; boundary=d'
  expect(await readForm(Buffer.from(`${part('a')}--abc--\r\n`), twice)).toEqual({ a: 'x' })
  const binary = `${part('a').trimEnd()}${'--b'.repeat(200)}\r\n--b--`.replaceAll('--abc', '--b')
  expect(partsOf(Buffer.from(binary), 'multipart/form-data; boundary=b')).toHaveLength(3)
  await expect(readForm(Buffer.from('x'), type)).rejects.toMatchObject({
    faults: [{ pointer: '#', code: 'format' }],
  })
})

const part = (name: string) =>
  `--abc\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
