// The outcome of a call is written by whatever retry that takes.
import { expect, test, vi } from 'vitest'
import { Problem } from '#src/platform/errors.ts'
import type { Log } from '#src/platform/log.ts'
import { isPassing, writeDown } from '#src/journey/calls/write-down.ts'

const coded = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  '25006', '57014', '57P01', '57P03', '40P01', '40001', '55P03', '53100', '53300', '08006',
  '08P01', '28P01', '28000', '3D000', '55000', '57P04', '58030',
  // Rights and tables of a database that is being put back.
  '42501', '42P01',
  'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET',
])('%s is no reason to lose an outcome, as it is or wrapped', (code) => {
  expect(isPassing(coded(code))).toBe(true)
  expect(isPassing(new Error('query failed', { cause: coded(code) }))).toBe(true)
}) // prettier-ignore

test('neither are too many callers of one transaction; a fault of ours is', () => {
  expect(isPassing(new Problem('unavailable'))).toBe(true)
  expect(isPassing(new Problem('not-found'))).toBe(false)
  expect(isPassing(coded('23505'))).toBe(false)
  expect(isPassing(new TypeError('undefined is not a function'))).toBe(false)
})

test('it is written once the database takes it', async () => {
  vi.useFakeTimers()
  const errors = [coded('ECONNREFUSED'), coded('57P03'), coded('25006')]
  let written = 0
  const log = { error: vi.fn<Log['error']>() }
  const done = writeDown(
    async () => {
      const error = errors.shift()
      if (error) throw error
      written += 1
    },
    { log, signal: new AbortController().signal },
  )
  await vi.runAllTimersAsync()
  await done
  vi.useRealTimers()
  expect(written).toBe(1)
  expect(log.error).not.toHaveBeenCalled()
})

test('what cannot be written at all is logged by its code, without its message', async () => {
  const log = { error: vi.fn<Log['error']>() }
  const signal = new AbortController().signal
  await writeDown(() => Promise.reject(coded('23505')), { log, signal })
  expect(log.error.mock.calls).toEqual([[{ sqlState: '23505' }, expect.any(String)]])
})

test('it ends with the process', async () => {
  const ending = new AbortController()
  const log = { error: vi.fn<Log['error']>() }
  const write = vi.fn<() => Promise<never>>(() => Promise.reject(coded('ECONNREFUSED')))
  const done = writeDown(write, { log, signal: ending.signal })
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), 30_000)
  ending.abort()
  await done
})
