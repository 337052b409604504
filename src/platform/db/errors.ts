// Classifies errors of PostgreSQL, of a pooler before it, and of a connection to them. Messages are never read here:
// drizzle's end with every bound parameter.

/** Codes of postgres.js, of the socket, of `connection-queue.ts` and of `hosts.ts` when there is no connection. */
const noConnection = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'NO_FREE_CONNECTION',
  'NO_WRITING_HOST',
  'SASL_SIGNATURE_MISMATCH',
])

/** A certificate that is being replaced, an authority that is not believed yet, a server that stopped speaking TLS. */
const ofTls = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/

/**
 * SQLSTATEs of what passes. A server, or a pooler, that takes no statement: a connection that is lost or a pooler that
 * refuses one (08), a role that is refused while its password is changed (28), no database of the name while it is put
 * back (3D000), a server that is full (53), takes no connections to the database (55000, which no statement of ours
 * brings about), goes down or comes up (57P). Besides: a transaction undone for another's sake, a time or a lock that
 * was waited for too long, a replica that was not promoted yet.
 */
const passing =
  /^(08[0-9A-Z]{3}|28[0-9A-Z]{3}|3D000|40001|40P01|53[0-9A-Z]{3}|55000|55P03|57014|57P[0-9A-Z]{2}|25006|25P03)$/

/** The whole classes: what no statement or value of ours brings about. */
const ofServer = /^(08|28|40|53|57|58)[0-9A-Z]{3}$/

/** True when Postgres could not answer: the same question can be answered later. */
export function isUnavailable(error: unknown): boolean {
  return chainOf(error).some((one) => endsConnection(one) || passes(codeOf(one)))
}

const passes = (code: string | undefined): boolean =>
  code !== undefined && (noConnection.has(code) || ofTls.test(code) || passing.test(code))

/** Of the driver's errors, and of those of a socket. */
type Fields = Partial<Record<'severity' | 'severity_local' | 'syscall' | 'code', unknown>>

/**
 * Whatever the code: a server and a pooler say FATAL where they give no connection, or end one, and a statement that
 * fails is an ERROR. So it is with a role that may not connect (42501) and a setting that is not taken (42704). A pooler
 * has the one field of the two, in English. The socket of a server on this machine is no file while that is away.
 */
function endsConnection(error: Error): boolean {
  const { severity, severity_local: ofPooler, syscall, code } = error as Error & Fields
  const said = severity ?? ofPooler
  return said === 'FATAL' || said === 'PANIC' || (syscall === 'connect' && code !== undefined)
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
  return chainOf(error).flatMap((one) => codeOf(one) ?? [])
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

function chainOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let at: unknown = error; at instanceof Error && found.length < 8; at = at.cause)
    found.push(at)
  return found
}
