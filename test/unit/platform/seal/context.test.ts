// The associated data of a sealed value are the wire form of docs/decisions.md, whatever stands in them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyring, decrypt, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'

/** Each part with its length before it, four bytes, the highest first. */
const frame = (parts: readonly string[]) =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(Buffer.byteLength(part))
      return [length, Buffer.from(part)]
    }),
  )

const long = fc.integer({ min: 1_000, max: 5_000 }).map((size) => 'ç'.repeat(size))
const part = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), long)

test('a value opens with its tenant, transaction, table, column and row, each behind its length', async () => {
  const sealer = createSealer(openKeyring(createKeyring()))
  const { key } = await sealer.createKey('acme', 'one')
  fc.assert(
    fc.property(fc.tuple(part, part, part, part, part), fc.string(), (parts, value) => {
      const [tenant, transaction, table, column, rowId] = parts
      const context = { tenant, transaction, table, column, rowId }
      const sealed = sealer.seal(key, context, value)
      expect(JSON.parse(decrypt(key.secret, sealed, frame(parts)).toString())).toBe(value)
      expect(sealer.unseal(key, context, sealed)).toBe(value)
      const other = { ...context, rowId: `${rowId}1` }
      expect(() => sealer.unseal(key, other, sealed)).toThrow('does not open')
    }),
  )
})
