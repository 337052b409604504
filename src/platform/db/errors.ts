// Classifies errors of PostgreSQL, of a pooler in front of it, and of connections to them. Error messages are never
// read here, because drizzle appends all bound parameters to them.

/**
 * Error codes of postgres.js, of sockets, of `connection-queue.ts` and of `hosts.ts` that mean there is no connection.
 */
const noConnection = new Set([
  'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT',
  'EADDRNOTAVAIL', 'EAI_AGAIN', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN',
  'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT',
  'NO_FREE_CONNECTION', 'NO_WRITING_HOST', 'SASL_SIGNATURE_MISMATCH',
]) // prettier-ignore

/**
 * TLS errors that pass: a certificate that is being replaced, an authority that is not trusted yet, a server that
 * stopped speaking TLS.
 */
const ofTls = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/

/**
 * SQLSTATEs of temporary conditions. The server or a pooler takes no statement: a lost or refused connection (08), a
 * role that is refused while its password is changed (28), a database that is missing while it is restored (3D000), a
 * full server (53), a database that takes no connections (55000, which no statement of ours causes), a server that
 * starts or stops (57P). Besides: a transaction rolled back in favour of another, a timeout, a lock timeout, a replica
 * that is not promoted yet.
 */
const passing =
  /^(08[0-9A-Z]{3}|28[0-9A-Z]{3}|3D000|40001|40P01|53[0-9A-Z]{3}|55000|55P03|57014|57P[0-9A-Z]{2}|25006|25P03)$/

/** Whole classes of SQLSTATEs that none of our statements or values can cause. */
const ofServer = /^(08|28|40|53|57|58)[0-9A-Z]{3}$/

/** True when PostgreSQL could not answer, so that the same statement may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return chainOf(error).some((one) => endsConnection(one) || passes(codeOf(one)))
}

const passes = (code: string | undefined): boolean =>
  code !== undefined && (noConnection.has(code) || ofTls.test(code) || passing.test(code))

/** The fields of the errors of the driver and of sockets. */
type Fields = Partial<Record<'severity' | 'severity_local' | 'syscall' | 'code', unknown>>

/**
 * Decided without the code: servers and poolers report FATAL when they refuse or end a connection, and ERROR when a
 * statement fails. That covers a role that may not connect (42501) and a setting that is refused (42704). A pooler
 * fills only the field in English. A failed `connect` counts too, because a server’s Unix socket does not exist while
 * the server is down.
 */
function endsConnection(error: Error): boolean {
  const { severity, severity_local: ofPooler, syscall, code } = error as Error & Fields
  const said = severity ?? ofPooler
  return said === 'FATAL' || said === 'PANIC' || (syscall === 'connect' && code !== undefined)
}

/**
 * True for an error of the database itself, after which its transaction cannot go on; false for an error of our own
 * code.
 */
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
