import { expect, test } from 'vitest'
import { priorityOf } from '#src/journey/temporal/queues.ts'

test('live goes before sandbox, and backtests go last', () => {
  const keys = (['live', 'sandbox', 'backtest'] as const).map((mode) => priorityOf(mode, 'acme'))
  expect(keys.map(({ priorityKey }) => priorityKey)).toEqual([2, 3, 5])
})

test('tenants share by their name', () => {
  expect(priorityOf('live', 'acme').fairnessKey).toBe('acme')
})

test('a name that is longer than the server takes has a key of its own all the same', () => {
  const [one, other] = ['á'.repeat(40), `${'á'.repeat(39)}b`].map((name) =>
    priorityOf('live', name),
  )
  expect(one?.fairnessKey).toHaveLength(64)
  expect(one?.fairnessKey).not.toBe(other?.fairnessKey)
  expect(priorityOf('live', 'a'.repeat(64)).fairnessKey).toBe('a'.repeat(64))
})
