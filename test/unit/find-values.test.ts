import { describe, expect, test } from 'vitest'
import { createFinder, flatten } from '#test/support/find-values.ts'

const value = 'Zoë D’Exemplo+1@privado.test'
const find = createFinder([{ value }, { value: '1987-11-23' }, { value: '402913', whole: true }])
const search = (text: string) => find(Buffer.from(text))
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a value is found', () => {
  test.each([
    ['as it is', `x${value}y`],
    ['in another letter case', value.toUpperCase().replace('Ë', 'ë')],
    ['in JSON', JSON.stringify({ a: value })],
    ['in JSON inside JSON', JSON.stringify(JSON.stringify({ a: value }))],
    ['in a URL', `/x?a=${encodeURIComponent(value)}`],
    ['in a form', new URLSearchParams({ a: value }).toString()],
    ['in hexadecimal', Buffer.from(`ab${value}`).toString('hex')],
    ['in base64', base64(value)],
    ['in base64 behind one byte', base64(`1${value}2`)],
    ['in base64 behind two bytes', base64(`12${value}34`)],
    ['in URL-safe base64', Buffer.from(`1${value}`).toString('base64url')],
  ])('%s', (_, text) => {
    expect(search(text)).toEqual([value])
  })

  test.each(['19871123', '23/11/1987', '23-11-1987', '1987-11-23T00:00'])('as %s', (text) => {
    expect(search(text)).toEqual(['1987-11-23'])
  })

  test('in bytes that are no text', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from(value), Buffer.of(0x80)])
    expect(find(bytes)).toEqual([value])
  })
})

describe('bytes that are no text are found', () => {
  const bytes = Buffer.from([
    0xff, 0xd8, 0x41, 0x00, 0xe0, 0x5a, 0x10, 0x4a, 0x46, 0x99, 0x07, 0xc2,
  ])
  const picture = createFinder([{ value: 'a picture', bytes }])
  const beside = Buffer.concat([Buffer.of(7), bytes, Buffer.of(9)])

  test.each([
    ['as they are', beside],
    ['in hexadecimal', Buffer.from(beside.toString('hex'))],
    ['in base64', Buffer.from(beside.toString('base64'))],
    ['in URL-safe base64', Buffer.from(beside.toString('base64url'))],
    ['as a list of numbers', Buffer.from(JSON.stringify(beside))],
  ])('%s', (_, text) => {
    expect(picture(text)).toEqual(['a picture'])
  })

  test('and not where one of them differs', () => {
    const other = Buffer.from(beside)
    other[6] = 1
    expect(picture(other)).toEqual([])
  })
})

test('a short code counts only where nothing continues it', () => {
  expect(search('code 402913, "402913"')).toEqual(['402913'])
  expect(search('1402913 4029137 .402913 a402913 402913-')).toEqual([])
})

test('a number is no part of a longer one', () => {
  expect(search('119871123')).toEqual([])
})

test('a number is found inside the hexadecimal and the base64 of a longer text', () => {
  const phone = createFinder([{ value: '82640002' }])
  const text = Buffer.from('wamid 5562982640002 and 15')
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(phone(Buffer.from(text.toString(encoding)))).toEqual(['82640002'])
})

test('flattening shows what is inside payloads, and the keys', () => {
  const history = { events: [{ payloads: [{ data: Buffer.from(`{"a":"${value}"}`) }] }] }
  expect(find(flatten(history))).toEqual([value])
  expect(find(flatten({ [value]: [null, 1n, undefined] }))).toEqual([value])
})
