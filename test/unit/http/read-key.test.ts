// What of a body tells two requests of one Idempotency-Key apart.
import { expect, test } from 'vitest'
import { partsOf } from '#src/http/idempotency/read-key.ts'

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
