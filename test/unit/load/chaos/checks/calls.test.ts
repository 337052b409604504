// What the check of calls calls a broken promise.
import { expect, test } from 'vitest'
import { type CallRow, findFaults, type SeenCall } from '#test/load/chaos/checks/calls.ts'

const row: CallRow = { id: 'one', place: 'run limit 1', isKept: true, brought: 1 }
const seen: SeenCall = { callId: 'one', runId: 'run', step: 'limit', inputs: new Set(['{}']) }

test('a call that was opened, sent as one and answered once is none', () => {
  expect(findFaults([row], [seen, { ...seen, isTaken: true }])).toEqual([])
  // By its deadline nothing had come.
  expect(findFaults([{ ...row, isKept: false, brought: 0 }], [seen])).toEqual([])
})

test.for([
  ['two calls of one round', [row, { ...row, id: 'two' }], [seen]],
  ['two results of one round', [{ ...row, brought: 2 }], [seen]],
  ['a call that nobody has opened', [], [seen]],
  ['a call that is another step’s', [{ ...row, place: 'run spare 1' }], [seen]],
  ['one call with two inputs', [row], [{ ...seen, inputs: new Set(['{}', '{"a":1}']) }]],
  ['a reply that was taken and is gone', [{ ...row, isKept: false, brought: 0 }], [{ ...seen, isTaken: true }]],
  ['a result that was brought and is gone', [{ ...row, isKept: false }], [seen]],
] as const)('%s', ([, rows, calls]) => {
  expect(findFaults(rows, calls)).toHaveLength(1)
}) // prettier-ignore
