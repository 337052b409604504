// Work in batches: rests between them, and an end that comes between two.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inBatches } from '#src/platform/db/batches.ts'

test('all batches are done and counted, with a rest after each that is as long as it took', async () => {
  const left = [3, 2, 1]
  const begun: number[] = []
  const ended: number[] = []
  const count = await inBatches(async () => {
    begun.push(performance.now())
    if (left.length === 2) await sleep(80)
    ended.push(performance.now())
    return left.shift() ?? 0
  })
  expect(count).toBe(6)
  const rests = begun.slice(1).map((at, index) => at - (ended[index] ?? 0))
  expect(rests).toHaveLength(3)
  expect(Math.min(...rests)).toBeGreaterThanOrEqual(48)
  expect(rests[1]).toBeGreaterThanOrEqual(78)
})

test('a signal ends the rest, and no batch begins after it', async () => {
  const ending = new AbortController()
  let batches = 0
  // The batch takes an hour, and so would the rest.
  let now = performance.now()
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const count = await inBatches(async () => {
    batches += 1
    now += 3_600_000
    setTimeout(() => ending.abort(), 5)
    return 1
  }, ending.signal)
  expect([count, batches]).toEqual([1, 1])
  expect(await inBatches(async () => 1, ending.signal)).toBe(0)
})
