import { expect, test } from 'vitest'
import { planDay, type Sort } from '#test/load/chaos/plan.ts'

const sorts: readonly Sort[] = [
  { name: 'kill', targets: ['api', 'worker'], weight: 3, lasts: [0, 4_000] },
  { name: 'freeze', targets: ['api', 'worker', 'server'], weight: 2, lasts: [3_000, 40_000] },
]
const hourMs = 3_600_000

test('a seed is a day, and another seed another one', () => {
  expect(planDay(7, hourMs, sorts)).toEqual(planDay(7, hourMs, sorts))
  expect(planDay(7, hourMs, sorts)).not.toEqual(planDay(8, hourMs, sorts))
})

test('a target has one event at a time, and all of them are over at the end', () => {
  const overAt = new Map<string, number>()
  for (const { target, atMs, ms } of planDay(7, hourMs, sorts)) {
    expect(atMs).toBeGreaterThanOrEqual(overAt.get(target) ?? 0)
    overAt.set(target, atMs + ms)
  }
  expect([...overAt.keys()].toSorted()).toEqual(['api', 'server', 'worker'])
  for (const at of overAt.values()) expect(at).toBeLessThanOrEqual(hourMs)
})

test('an hour over as many targets as a deployment has holds a thousand events', () => {
  const targets = ['first', ...Array.from({ length: 25 }, (_, index) => `line-${index}`)] as const
  const all = planDay(7, hourMs, [
    ...sorts,
    { name: 'cut', targets, weight: 20, lasts: [0, 12_000] },
  ])
  expect(all.length).toBeGreaterThan(1_000)
})
