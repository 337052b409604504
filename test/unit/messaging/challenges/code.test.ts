import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codesEqual,
  deriveCode,
  derivePageToken,
  hashPageToken,
  normaliseCode,
} from '#src/messaging/challenges/code.ts'

const mac = (label: string) => createHmac('sha256', 'a key for tests').update(label).digest()
const other = (label: string) => createHmac('sha256', 'another key').update(label).digest()

describe('the code', () => {
  test('is always six digits, and the same for the same record and nonce', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (id, nonce) => {
        expect(deriveCode(mac, id, nonce)).toMatch(/^\d{6}$/)
        expect(deriveCode(mac, id, nonce)).toBe(deriveCode(mac, id, nonce))
      }),
    )
  })

  test('is 64 bits of the keyed hash, and keeps its leading zeros', () => {
    const fixed = (value: bigint) => () => {
      const bytes = Buffer.alloc(32)
      bytes.writeBigUInt64BE(value)
      return bytes
    }
    expect(deriveCode(fixed(7n), 'r', 'n')).toBe('000007')
    expect(deriveCode(fixed(5_000_000n), 'r', 'n')).toBe('000000')
    expect(deriveCode(fixed(2n ** 64n - 1n), 'r', 'n')).toBe('551615')
  })

  test('depends on the key, the record and the nonce', () => {
    const codes = [
      deriveCode(mac, 'r1', 'n1'),
      deriveCode(mac, 'r1', 'n2'),
      deriveCode(mac, 'r2', 'n1'),
      deriveCode(other, 'r1', 'n1'),
    ]
    expect(new Set(codes).size).toBe(4)
  })
})

describe('the link', () => {
  test('holds 32 bytes that stand in no relation to the code, and is found by its hash', () => {
    const token = derivePageToken(mac, 'r1', 'n1')
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(token).not.toBe(derivePageToken(mac, 'r1', 'n2'))
    expect(Buffer.from(token, 'base64url')).not.toEqual(mac('otp\0v1\0r1\0n1'))
    expect(hashPageToken(token)).toHaveLength(32)
    expect(hashPageToken(token)).toEqual(hashPageToken(token))
  })
})

describe('what is typed', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['123-456', '123456'],
    ['123\u00a0456', '123456'],
    ['123\u2011456', '123456'],
    ['\u200e123456\u200f', '123456'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16', '123456'],
    ['\u0660\u0661\u0662\u0663\u0664\u0669', '012349'],
    ['\u06f0\u06f1\u06f2\u06f3\u06f4\u06f9', '012349'],
    ['12345a', '12345a'],
    ['', ''],
  ])('%j is taken as %j', (typed, code) => {
    expect(normaliseCode(typed)).toBe(code)
  })

  test('only the right code is equal, of whatever length the other is', () => {
    expect(codesEqual(mac, 'r1', '123 456', '123456')).toBe(true)
    for (const wrong of ['123457', '12345', '1234567', '', '12345a', '１２３４５7']) {
      expect(codesEqual(mac, 'r1', wrong, '123456')).toBe(false)
    }
  })
})
