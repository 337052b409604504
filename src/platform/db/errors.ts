// Classifies errors of PostgreSQL and of its connection. Messages are never read: drizzle's end with every bound
// parameter.

/** Codes of postgres.js, of the socket and of `connection-queue.ts` when there is no connection. */
const noConnection = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'NO_FREE_CONNECTION',
])

/**
 * SQLSTATEs of what passes: a connection that is lost (08), a transaction undone for another's sake, a server
 * that is full, goes down or comes up, a time or a lock that was waited for too long, a replica that was not
 * promoted yet.
 */
const passing = /^(08\d{3}|40001|40P01|53\d{3}|57014|57P0[1-35]|55P03|25006|25P03)$/

/** The whole classes: what no statement or value of ours brings about. */
const ofServer = /^(08|40|53|57|58)[0-9A-Z]{3}$/

/** True when Postgres could not answer: the same question can be answered later. */
export function isUnavailable(error: unknown): boolean {
  return codesOf(error).some((code) => noConnection.has(code) || passing.test(code))
}

/** True for an error of the database, and not of what was computed on it: nothing more can be done in its commit. */
export function isOfDatabase(error: unknown): boolean {
  return isUnavailable(error) || codesOf(error).some((code) => ofServer.test(code))
}

/** The SQLSTATE with which Postgres refused a statement, if it did. */
export function sqlState(error: unknown): string | undefined {
  return codesOf(error).find((code) => /^(?=.*\d)[0-9A-Z]{5}$/.test(code))
}

/** The codes of an error and of its causes: drizzle and undici wrap what the driver threw. */
export function codesOf(error: unknown): string[] {
  const found: string[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if ('code' in at && typeof at.code === 'string') found.push(at.code)
    at = at.cause
  }
  return found
}
