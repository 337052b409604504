import { expect, test } from 'vitest'
import { createConnectionQueue } from '#src/platform/db/connection-queue.ts'
import { outageOf } from '#src/platform/db/outage.ts'

const failure = (code: string) =>
  new Error('query', { cause: Object.assign(new Error(), { code }) })

test('an outage has a word, and what passes between transactions has none', () => {
  const words = Object.entries({
    '25006': 'read-only',
    '53100': 'disk-full',
    '53200': 'memory',
    '53300': 'connections',
    '28P01': 'refused',
    '57P03': 'away',
    '08006': 'away',
    ECONNREFUSED: 'away',
    CONNECTION_CLOSED: 'away',
  })
  expect(words.map(([code]) => [code, outageOf(failure(code))])).toEqual(words)
  for (const code of ['40001', '40P01', '55P03', '57014', '23505', '42501', 'NO_FREE_CONNECTION'])
    expect([code, outageOf(failure(code))]).toEqual([code, undefined])
})

test('a pool counts what was not answered, by why', async () => {
  const queue = createConnectionQueue({ count: 1, waitingMax: 1, waitMs: 10 })
  for (const code of ['53100', '53100', '57P01', '23505'])
    await expect(queue.run(() => Promise.reject(failure(code)))).rejects.toThrow('query')
  expect(queue.state().outages).toMatchObject({ 'disk-full': 2, away: 1, 'read-only': 0 })
})
