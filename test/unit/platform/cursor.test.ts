import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimeCursor, writeTimeCursor } from '#src/platform/cursor.ts'
import { cursorField } from '#src/platform/page-schema.ts'

const hash = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest()
const sealer = { hash, hashes: (...parts: readonly string[]) => [hash(...parts)] }
const owner = { tenant: 'acme', mode: 'live' }
const place = { list: 'runs', field: 'cursor' }

test('a cursor of a list by time is read as it was written, and is one that requests may bring', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_102_444_800_000 }), fc.uuid(), (at, id) => {
      const text = writeTimeCursor(sealer, owner, place, { at, id })
      expect(cursorField.safeParse(text).success).toBe(true)
      expect(readTimeCursor(sealer, owner, place, text)).toEqual({ at, id })
    }),
  )
  expect(readTimeCursor(sealer, owner, place, undefined)).toBeUndefined()
})
