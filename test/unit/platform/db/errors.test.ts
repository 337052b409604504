import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isOfDatabase, isUnavailable, sqlState } from '#src/platform/db/errors.ts'

const having = (code: string) => Object.assign(new Error('x'), { code })

test.for([
  'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT',
  'NO_FREE_CONNECTION', 'ECONNRESET', '08006', '08P01', '28000', '28P01', '3D000', '55000',
  'CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'NO_WRITING_HOST', '25006', '25P03',
  '40001', '40P01', '53100', '53200', '53300', '53400', '55P03', '57014', '57P01', '57P02',
  '57P03', '57P04', '57P05',
])('an error with code %s passes: the same question can be answered later', (code) => {
  const error = having(code)
  expect(isUnavailable(error)).toBe(true)
  expect(isUnavailable(new Error('y', { cause: error }))).toBe(true)
  expect(isOfDatabase(new Error('y', { cause: error }))).toBe(true)
}) // prettier-ignore

test.for(['22012', '22P02', '23505', '25P02', '42P01', 'P0001', 'ERR_INVALID_ARG_TYPE'])(
  'an error with code %s is one of what was asked or computed, not of the database',
  (code) => {
    expect(isUnavailable(having(code))).toBe(false)
    expect(isOfDatabase(having(code))).toBe(false)
  },
)

test.for([
  { code: '42501', severity: 'FATAL' },
  { code: '42704', severity: 'FATAL' },
  { code: '22023', severity: 'PANIC' },
  // A pooler says it in the one field that it has.
  { code: '0A000', severity_local: 'FATAL' },
])('a connection that is refused, or ended, passes whatever its code: $code', (fields) => {
  const error = Object.assign(new Error('x'), fields)
  expect(isUnavailable(new DrizzleQueryError('', [], error))).toBe(true)
  expect(isUnavailable(Object.assign(error, { severity: 'ERROR', severity_local: 'ERROR' }))).toBe(
    false,
  )
})

test('the socket of a server that is away is no file, and a file that is missing is no server', () => {
  const missing = { code: 'ENOENT' }
  expect(isUnavailable(Object.assign(new Error('x'), missing, { syscall: 'connect' }))).toBe(true)
  expect(isUnavailable(Object.assign(new Error('x'), missing, { syscall: 'open' }))).toBe(false)
})

test.for(['40002', '40003', '58030'])(
  'an error with code %s is of the database, though it may not pass',
  (code) => {
    expect(isUnavailable(having(code))).toBe(false)
    expect(isOfDatabase(having(code))).toBe(true)
  },
)

test('what is no error, or has no code, does not mean that Postgres is away', () => {
  for (const value of [undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new Error('x')]) {
    expect([isUnavailable(value), sqlState(value)]).toEqual([false, undefined])
  }
})

test('the SQLSTATE is found under the wrapping, and a code of the socket is none', () => {
  const inner = Object.assign(new Error('x'), { code: '23505' })
  expect(sqlState(new DrizzleQueryError('', [], inner))).toBe('23505')
  expect(sqlState(Object.assign(new Error('x'), { code: 'EPIPE' }))).toBeUndefined()
})
