import { expect, test } from 'vitest'
import { describePairs } from '../pairs.ts'

test('pairs are counted by what they are judged, before and after, with what was lost', () => {
  const genuine = { group: 'tilt 24', isGenuine: true }
  const text = describePairs([
    { ...genuine, before: 0.7, after: 0.3 },
    { ...genuine, before: 0.55, after: 0.4 },
    { ...genuine, before: undefined, after: undefined },
    { group: 'tilt 24', isGenuine: false, before: 0.65, after: 0.62 },
    { group: 'portrait: dark', isGenuine: true, before: undefined, after: 0.2 },
  ])
  expect(text).toContain(
    '| tilt 24 | 0 / 1 / 1, 1 without a face | 2 / 0 / 0, 1 without a face | 0.400 | 1 | 0.650 | 0.620 |',
  )
  expect(text).toContain('| all portraits | – | 1 / 0 / 0 | 0.200 | 0 | – | – |')
  expect(text).toContain('selfies: genuine that match at 0.5: 66.7 % (20.8 % to 93.9 %, of 3)')
})
