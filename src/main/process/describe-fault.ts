// Describes in one sentence the error that ended a process or command. Our own errors name variables, keys and ports,
// never values; errors of statements contain every bound value, and are not shown.
import { DrizzleQueryError } from 'drizzle-orm'
import { codesOf, isUnavailable, sqlState } from '#src/platform/db/errors.ts'
import { describeRefusal } from '#src/platform/db/fault.ts'

export function describeFault(error: unknown): string {
  const codes = codesOf(error).join(', ')
  if (codes.includes('EADDRINUSE'))
    return `A port is taken (PORT, METRICS_PORT): ${messageOf(error)}`
  if (holdsStatement(error))
    return isUnavailable(error)
      ? `The database cannot be asked (DATABASE_URL): ${inWords(error, codes)}`
      : `A statement has failed: ${codes}`
  // The driver's connection error comes before any statement, and an object store refuses with the same code.
  if (codes.includes('ECONNREFUSED'))
    return `Nobody answers (DATABASE_URL, or another server's address): ${messageOf(error)}`
  // PostgreSQL quotes the value that it does not understand.
  const state = sqlState(error)
  return state === undefined ? messageOf(error) : `A statement has failed: ${state}`
}

/** Drizzle writes the statement and its parameters into the message. */
const holdsStatement = (error: unknown): boolean =>
  error instanceof DrizzleQueryError || (error instanceof Error && holdsStatement(error.cause))

function inWords(error: unknown, codes: string): string {
  const refusal = describeRefusal(error)
  return refusal === undefined ? codes : `it ${refusal} (${codes})`
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
