import { expect, test } from 'vitest'
import { secondsAhead } from '#src/platform/clock-ahead.ts'

test('a clock is ahead or behind by what the time of the answer does not explain', () => {
  expect(secondsAhead({ before: 1_000, theirs: 1_050, after: 1_100 })).toBe(0)
  expect(secondsAhead({ before: 1_000, theirs: 1_000, after: 1_000 })).toBe(0)
  expect(secondsAhead({ before: 61_000, theirs: 1_000, after: 62_000 })).toBe(60)
  expect(secondsAhead({ before: 1_000, theirs: 61_000, after: 2_000 })).toBe(-59)
})
