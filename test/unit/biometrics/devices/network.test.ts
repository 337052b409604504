// GEOIP_FILE by each form in which a proxy writes an address. The file is made here, as the MaxMind DB File Format
// Specification 2.0 has it (github.com/maxmind/MaxMind-DB, MaxMind-DB-spec.md): a tree of bits, 16 zero bytes, the data,
// the metadata behind a mark.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FindNetwork, openNetworks } from '#src/biometrics/devices/network.ts'

type Value =
  | string
  | { readonly uint: number; readonly bits: 16 | 32 | 64 }
  | { readonly list: readonly string[] }
  | { readonly map: Fields }
type Fields = Readonly<Record<string, Value>>

/** Of unsigned integers, by their bits. */
const uintTypes = { 16: 5, 32: 6, 64: 9 } as const

/** Types up to 7 stand in the first byte, others behind it; nothing here is longer than 28. */
const control = (type: number, size: number): Buffer =>
  type <= 7 ? Buffer.of((type << 5) | size) : Buffer.of(size, type - 7)

/** The types 2 (text), 7 (map), 11 (list) and unsigned integers. */
function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, value.length), Buffer.from(value)])
  if ('uint' in value) {
    const bytes = Buffer.alloc(value.bits / 8)
    bytes.writeUIntBE(value.uint, Math.max(0, bytes.length - 6), Math.min(6, bytes.length))
    return Buffer.concat([control(uintTypes[value.bits], bytes.length), bytes])
  }
  if ('map' in value) {
    const entries = Object.entries(value.map)
    const parts = entries.flatMap(([name, one]) => [encode(name), encode(one)])
    return Buffer.concat([control(7, entries.length), ...parts])
  }
  return Buffer.concat([control(11, value.list.length), ...value.list.map(encode)])
}

/** Each network by the bits that it begins with. */
function encodeFile(networks: readonly (readonly [bits: string, fields: Fields])[]): Buffer {
  const nodes: [number | string, number | string][] = [['', '']]
  const data: Buffer[] = []
  for (const [bits, fields] of networks) {
    let at = 0
    for (const bit of bits.slice(0, -1)) {
      const side = Number(bit) as 0 | 1
      const node = nodes[at] ?? ['', '']
      if (node[side] === '') node[side] = nodes.push(['', '']) - 1
      at = Number(node[side])
    }
    const node = nodes[at] ?? ['', '']
    node[Number(bits.at(-1)) as 0 | 1] = `+${Buffer.concat(data).length}`
    data.push(encode({ map: fields }))
  }
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [at, record] of nodes.flat().entries()) {
    const none = nodes.length
    const pointer = String(record).startsWith('+') ? none + 16 + Number(record) : record
    tree.writeUIntBE(pointer === '' ? none : Number(pointer), at * 3, 3)
  }
  const metadata: Fields = {
    binary_format_major_version: { uint: 2, bits: 16 },
    binary_format_minor_version: { uint: 0, bits: 16 },
    build_epoch: { uint: 1, bits: 64 },
    database_type: 'Test-City',
    description: { map: {} },
    ip_version: { uint: 6, bits: 16 },
    languages: { list: ['en'] },
    node_count: { uint: nodes.length, bits: 32 },
    record_size: { uint: 24, bits: 16 },
  }
  const mark = Buffer.concat([Buffer.of(0xab, 0xcd, 0xef), Buffer.from('MaxMind.com')])
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, encode({ map: metadata })])
}

const bitsOf = (bytes: readonly number[]) =>
  bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
const country = (code: string): Fields => ({ country: { map: { iso_code: code } } })

let find: FindNetwork
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atesta-networks-'))
  const file = join(folder, 'city.mmdb')
  // IPv4 lies under ::/96.
  const v4 = '0'.repeat(96) + bitsOf([203, 0, 113])
  const networks = [
    [v4, country('BR')],
    [bitsOf([0x20, 0x01, 0x0d, 0xb8]), country('PT')],
  ] as const
  await writeFile(file, encodeFile(networks))
  find = await openNetworks(file)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['203.0.113.10', 'BR'],
  ['203.0.113.10:40001', 'BR'],
  ['"203.0.113.10:40001"', 'BR'],
  [' 203.0.113.10 ', 'BR'],
  ['::ffff:203.0.113.10', 'BR'],
  ['::FFFF:cb00:710a', 'BR'],
  ['[::ffff:203.0.113.10]:40001', 'BR'],
  ['64:ff9b::cb00:710a', 'BR'],
  ['2001:db8::1', 'PT'],
  ['[2001:db8::1]', 'PT'],
  ['[2001:db8::1]:40001', 'PT'],
  ['"[2001:DB8:0:0::1]:40001"', 'PT'],
  ['2001:db8::1%eth0', 'PT'],
])('%s is of %s', (written, code) => {
  expect(find(written)).toEqual({ country: code })
})

test.each([
  '198.51.100.1', '2001:db9::1', '[::1]:80', '::', '', 'unknown', '203.0.113.10:', '[203.0.113.10', '203.0.113',
  '2001:db8', undefined,
])('nothing is known of %s', (written) => {
  expect(find(written)).toBeUndefined()
}) // prettier-ignore

test('nothing is known of anybody without a file, and one that is none is named by its setting', async () => {
  expect((await openNetworks(undefined))('203.0.113.10')).toBeUndefined()
  await expect(openNetworks(join(folder, 'none'))).rejects.toThrow('GEOIP_FILE')
})
