import { expect, test } from 'vitest'
import { markOf, readMark } from '#src/journey/calls/attempt-id.ts'

const recordId = '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'

test('a mark names a record and its attempt, and a record alone where it was written before', () => {
  expect(readMark(markOf({ recordId, attempt: 2 }))).toEqual({ recordId, attempt: 2 })
  expect(readMark(recordId)).toEqual({ recordId })
})

test.for([undefined, null, '', 'a b', `${recordId}.`, `${recordId}.x`, `${recordId}.1.2`, '1.1.1'])(
  '%j is no mark of ours',
  (mark) => {
    expect(readMark(mark)).toEqual({})
  },
)
