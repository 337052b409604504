// What a list says of a transaction, what filters let through, and where pages end.
import { expect, test } from 'vitest'
import { type LatestRun, lets, statusOf } from '#src/packs/transactions/rules.ts'

const run = (status: LatestRun['status'], outcome: string | null = null): LatestRun => ({
  pack: 'basic',
  version: 1,
  runId: '019a9f3c-8d2f-7c7b-8e1f-3a5c9d7e2f46',
  status,
  outcome,
})

test('a run that goes on counts before a failed module, and that before what is completed', () => {
  expect(statusOf([])).toBe('none')
  expect(statusOf([run('completed'), run('partial')])).toBe('partial')
  expect(statusOf([run('completed'), run('partial'), run('processing')])).toBe('processing')
})

test('a filter lets through what meets all of it', () => {
  const waiting = { for: 'vendor', what: 'buy BasicInfos', until: 0 } as const
  const row = { packs: [run('completed', 'approved')], review: 'open', waiting } as const
  expect(lets({}, row)).toBe(true)
  expect(
    lets({ status: 'completed', outcome: 'approved', review: 'open', waiting: 'vendor' }, row),
  ).toBe(true)
  for (const other of [
    { status: 'none' },
    { outcome: 'rejected' },
    { review: 'none' },
    { waiting: 'client' },
  ] as const)
    expect(lets({ outcome: 'approved', ...other }, row)).toBe(false)
})
