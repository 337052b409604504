// What a process or a command says of what has ended it, in one sentence. Our own errors name variables, keys and ports,
// never values; that of a statement ends with every bound one.
import { DrizzleQueryError } from 'drizzle-orm'
import { codesOf, isUnavailable } from '#src/platform/db/errors.ts'
import { describeRefusal } from '#src/platform/db/fault.ts'

export function describeFault(error: unknown): string {
  const codes = codesOf(error).join(', ')
  if (codes.includes('EADDRINUSE'))
    return `A port is taken (PORT, METRICS_PORT): ${messageOf(error)}`
  if (error instanceof DrizzleQueryError)
    return isUnavailable(error)
      ? `The database cannot be asked (DATABASE_URL): ${inWords(error, codes)}`
      : `A statement has failed: ${codes}`
  // The driver's own connection has no statement yet, and a store of objects refuses in the same words.
  if (codes.includes('ECONNREFUSED'))
    return `Nobody answers (DATABASE_URL, or another server's address): ${messageOf(error)}`
  return messageOf(error)
}

function inWords(error: unknown, codes: string): string {
  const refusal = describeRefusal(error)
  return refusal === undefined ? codes : `it ${refusal} (${codes})`
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
