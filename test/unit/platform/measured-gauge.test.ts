import { Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MeasuredGauge } from '#src/platform/measured-gauge.ts'
import { createMetrics } from '#src/platform/metrics.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const registry = new Registry()
const shown = async (gauge: Gauge) =>
  (await gauge.get()).values.map(({ labels, value }) => [labels, value])

function open<Label extends string>(labelNames: readonly Label[], combine?: 'sum' | 'last') {
  const settings = { name: 'atesta_tried', help: 'Tried', registers: [], lifeSeconds: 20 }
  return new MeasuredGauge<Label>({ ...settings, labelNames, ...(combine && { combine }) })
}

test('what was never measured is absent, and not zero', async () => {
  expect(await shown(open([]))).toEqual([])
  expect(await registry.metrics()).not.toContain('atesta_tried 0')
})

test('a value that nobody renews ends, by a clock that nobody sets', async () => {
  const gauge = open([])
  gauge.set(7)
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(await shown(gauge)).toEqual([[{}, 7]])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await shown(gauge)).toEqual([])
  gauge.set(0)
  expect(await shown(gauge)).toEqual([[{}, 0]])
})

test('each set of labels has an age of its own, and what a later measure does not show is gone', async () => {
  const gauge = open(['a', 'b'])
  gauge.set({ a: 'x', b: 'y' }, 1)
  await vi.advanceTimersByTimeAsync(15_000)
  gauge.set({ b: 'z', a: 'x' }, 2)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await shown(gauge)).toEqual([[{ a: 'x', b: 'z' }, 2]])
  gauge.show([{ labels: { a: 'n', b: 'n' }, value: 3 }])
  expect(await shown(gauge)).toEqual([[{ a: 'n', b: 'n' }, 3]])
})

test('values of one set of labels are added up where it says so', async () => {
  const gauge = open(['a'], 'sum')
  const twice = [2, 3].map((value) => ({ labels: { a: 'x' }, value }))
  gauge.show(twice)
  gauge.show(twice)
  expect(await shown(gauge)).toEqual([[{ a: 'x' }, 5]])
})

test('what is measured at the scrape and cannot be is absent', async () => {
  const gauge = open([])
  let isThere = true
  gauge.measureAtScrape(async () => {
    if (!isThere) throw new Error('away')
    return [{ labels: {}, value: 4 }]
  })
  expect(await shown(gauge)).toEqual([[{}, 4]])
  isThere = false
  expect(await shown(gauge)).toEqual([])
})

test('every gauge of the service ends when nobody renews it', async () => {
  const { registry: own } = createMetrics()
  const kept = own
    .getMetricsAsArray()
    .filter((metric) => metric instanceof Gauge && !(metric instanceof MeasuredGauge))
  expect(kept).toEqual([])
})
