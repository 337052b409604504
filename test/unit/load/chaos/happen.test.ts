import { expect, test } from 'vitest'
import { happen } from '#test/load/chaos/happen.ts'
import { restMs } from '#test/load/chaos/plan.ts'

test('a target has its rest though an event took longer than planned', async () => {
  const begun: number[] = []
  const over: number[] = []
  const perform = async () => {
    begun.push(performance.now())
    await new Promise((resolve) => setTimeout(resolve, 200))
    over.push(performance.now())
  }
  const planned = [0, 10].map((atMs) => ({ atMs, name: 'kill', target: 'api', ms: 10 }))
  const { signal } = new AbortController()
  expect(await happen(planned, { sorts: [], perform }, () => {}, signal)).toBe(2)
  // A timer may ring a millisecond early.
  expect((begun[1] ?? 0) - (over[0] ?? 0)).toBeGreaterThan(restMs - 5)
})
