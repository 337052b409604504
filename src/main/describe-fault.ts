// What a process or a command says of what has ended it, in one sentence. Our own errors name variables, keys and ports,
// never values; that of a statement ends with every bound one.
import { DrizzleQueryError } from 'drizzle-orm'
import { codesOf, isUnavailable } from '#src/platform/db/errors.ts'

export function describeFault(error: unknown): string {
  const codes = codesOf(error).join(', ')
  if (codes.includes('EADDRINUSE'))
    return `A port is taken (PORT, METRICS_PORT): ${messageOf(error)}`
  if (isOfConnection(error)) return `The database cannot be asked (DATABASE_URL): ${codes}`
  if (error instanceof DrizzleQueryError) return `A statement has failed: ${codes}`
  return messageOf(error)
}

/** A statement, or the driver's own connection, which has no statement yet. */
const isOfConnection = (error: unknown): boolean =>
  isUnavailable(error) &&
  (error instanceof DrizzleQueryError || codesOf(error).includes('ECONNREFUSED'))

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
