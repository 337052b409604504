// What a repeated check is compared with.
import { expect, test } from 'vitest'
import { findBefore } from '#src/screening/checks/end.ts'

const order = (round: number, source: string, more: object = {}) => ({
  service: 'Sanctions',
  status: 'completed' as const,
  round,
  source,
  ...more,
})

test.each([
  ['the last round', [order(1, 'a'), order(2, 'a')], 2],
  ['the same source behind another', [order(1, 'a'), order(2, 'b')], 1],
  ['another source, where it is new', [order(1, 'b'), order(2, 'b')], 2],
  ['no failed round', [order(1, 'a'), order(2, 'a', { status: 'failed' })], 1],
  ['no other service', [order(1, 'a', { service: 'Pep' })], undefined],
  ['nothing of its own round', [order(3, 'a')], undefined],
])('is %s', (_, orders, round) => {
  expect(findBefore(orders, order(3, 'a'))?.round).toBe(round)
})
