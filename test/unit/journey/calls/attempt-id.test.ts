import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUuid, newId } from '#src/platform/ids.ts'
import { attemptIdOf } from '#src/journey/calls/attempt-id.ts'

const arbitraryAttempt = fc.integer({ min: 1, max: 1_000 })

test('an attempt that is claimed again after its claim was lost has the same id', () => {
  const record = newId()
  expect(attemptIdOf(record, 1)).toBe(attemptIdOf(record, 1))
})

test('no two attempts share an id', () => {
  const records = Array.from({ length: 200 }, newId)
  const ids = records.flatMap((record) => [1, 2, 3].map((n) => attemptIdOf(record, n)))
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id is a UUID of version 7 with the time of its record', () => {
  fc.assert(
    fc.property(arbitraryAttempt, (attempt) => {
      const record = newId()
      const id = attemptIdOf(record, attempt)
      expect(isUuid(id)).toBe(true)
      expect(id.slice(0, 13)).toBe(record.slice(0, 13))
      expect(id).toMatch(/^.{14}7.{4}[89ab]/)
    }),
  )
})
