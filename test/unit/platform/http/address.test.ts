import { describe, expect, test } from 'vitest'
import { networkOf, readAddress } from '#src/platform/http/request/address.ts'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'

describe('an address in any form that a proxy writes is read in its one spelling', () => {
  test.each([
    ['203.0.113.10', '203.0.113.10'],
    [' 203.0.113.10 ', '203.0.113.10'],
    ['203.0.113.10:40001', '203.0.113.10'],
    ['"203.0.113.10:40001"', '203.0.113.10'],
    ['203.0.113.10:_gazonk', '203.0.113.10'],
    ['::ffff:203.0.113.10', '203.0.113.10'],
    ['::FFFF:cb00:710a', '203.0.113.10'],
    ['[::ffff:203.0.113.10]:40001', '203.0.113.10'],
    ['64:ff9b::cb00:710a', '203.0.113.10'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:40001', '2001:db8::1'],
    ['"[2001:db8::1]:40001"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::', '::'],
    ['::1', '::1'],
  ])('%s', (written, address) => {
    expect(readAddress(written)).toBe(address)
  })

  test.each([
    '', 'unknown', '_hidden', 'example.com', '203.0.113', '203.0.113.256', '203.0.113.10:',
    '[203.0.113.10', '2001:db8::1::2', '[]', '[]:80', '12345', 'x'.repeat(16_000),
  ])('none is %s', (written) => {
    expect(readAddress(written)).toBeUndefined()
  }) // prettier-ignore
})

describe('limits count', () => {
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['203.0.113.10', '::ffff:203.0.113.10', true],
    ['203.0.113.10', '203.0.113.11', false],
    ['::ffff:203.0.113.10', '::ffff:203.0.113.11', false],
  ])('%s and %s as one: %s', (one, other, isOne) => {
    expect(networkOf(one) === networkOf(other)).toBe(isOne)
  })

  test('what is no address by its name', () => {
    expect(networkOf('live/acme/key')).toBe('live/acme/key')
  })

  test('a thousand addresses of one /64 as one', () => {
    const limit = createAddressLimit(3)
    const waits = Array.from({ length: 1_000 }, (_, at) =>
      limit.take(`2001:db8::${at.toString(16)}`, 0),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(limit.take('2001:db8:0:1::1', 0)).toBe(0)
  })
})
