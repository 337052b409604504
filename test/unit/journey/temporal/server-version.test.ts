import { expect, test } from 'vitest'
import { describeOldServer } from '#src/journey/temporal/server-version.ts'

test('a server older than the one that this release is tried with is named, and a newer or strange one is not', () => {
  expect(describeOldServer('1.31.9')).toBe('Temporal 1.31.9 is older than 1.32.0')
  expect(describeOldServer('v1.9.0')).toContain('older than')
  for (const version of ['1.32.0', '1.32.0-150.1', '1.33.2', '2.0.0', '', 'cloud'])
    expect(describeOldServer(version)).toBeUndefined()
})
