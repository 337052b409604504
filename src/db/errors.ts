// What an error of Postgres or of its connection means. Its message is never read: drizzle's ends
// with every bound parameter.

/** Codes of postgres.js and of the socket when there is no connection. */
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
])

/** SQLSTATEs of a server that goes down, comes up or is full; class 08 is the connection itself. */
const serverAway = /^(57P0[1-3]|53300|08\d{3})$/

/** True when Postgres could not be asked: the same question can be answered later. */
export function isUnavailable(error: unknown): boolean {
  return codes(error).some((code) => noConnection.has(code) || serverAway.test(code))
}

/** The SQLSTATE with which Postgres refused a statement, if it did. */
export function sqlState(error: unknown): string | undefined {
  return codes(error).find((code) => /^(?=.*\d)[0-9A-Z]{5}$/.test(code))
}

/** The codes of an error and of its causes: drizzle and undici wrap what the driver threw. */
function codes(error: unknown): string[] {
  const found: string[] = []
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if ('code' in at && typeof at.code === 'string') found.push(at.code)
    at = at.cause
  }
  return found
}
