// Explains in one sentence why a reachable database refuses our connection, where waiting does not help.
import { connect } from 'node:net'
import { describeEndpoints, readAddress } from './address/address.ts'
import { codesOf } from './errors.ts'
import type { Endpoint } from './address/uri.ts'

const ofCertificate: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate of another name (sslmode=verify-full)',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate of no authority that is believed (sslrootcert)',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate of no authority that is believed (sslrootcert)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'has a certificate of no authority that is believed (sslrootcert)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'has a certificate of no authority that is believed (sslrootcert)',
}

/** SQLSTATEs with which a server refuses connections until somebody corrects the configuration. */
const ofServer: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password of this role',
  '28000': 'refuses this role, or asks for TLS (sslmode) or a certificate (sslcert)',
  '3D000': 'has no database of this name',
}

/** SQLSTATEs of refusals that pass by themselves. */
const ofState: Readonly<Record<string, string>> = {
  '25006': 'takes no writes: it is a standby, or read-only',
  '42501': 'does not let this role connect',
  '53100': 'has no room on its disk',
  '53300': 'has no connection left for this role (max_connections, or the role’s own limit)',
  '55000': 'takes no connections to this database',
  '57P01': 'is being ended',
  '57P02': 'has crashed, and comes up again',
  '57P03': 'is coming up, or going down',
  '57P04': 'has lost this database',
  '57P05': 'has ended an idle connection',
  NO_WRITING_HOST: 'has no host that takes writes (target_session_attrs)',
}

/**
 * PgBouncer uses one code for nearly all of its errors, so its messages are matched; they are replaced by our own
 * words, because they may hold names.
 */
const ofPooler: readonly (readonly [RegExp, string])[] = [
  [/^server login has been failing/, 'is a pooler that the server refuses, or does not reach'],
  [
    /^query_wait_timeout/,
    'is a pooler that had no connection of the server to give (query_wait_timeout)',
  ],
  [
    /server down|server_connect_timeout|cannot connect/i,
    'is a pooler that does not reach the server',
  ],
  [
    /max_client_conn|client connections exceeded/,
    'is a pooler that takes no more clients (max_client_conn)',
  ],
  [/no such database|is disabled|does not exist/, 'is a pooler that has no database of this name'],
  [/shutting down|pause failed|suspend_timeout/, 'is a pooler that is being ended'],
  [
    /authentication failed|login rejected|no such user/,
    'is a pooler that refuses this role or its password',
  ],
  [/^SSL required/, 'is a pooler that asks for TLS (sslmode)'],
]

const ofSettings = /^unsupported (options )?startup parameter/
const pooler =
  'is a pooler that takes none of the settings of a connection: docs/operations.md, "A pooler"'

/**
 * The reason why a connection is refused, without any value: "refuses the password of this role". Undefined when it is
 * unknown.
 */
export function describeRefusal(error: unknown): string | undefined {
  const codes = codesOf(error)
  const messages = codes.includes('08P01') ? messagesOf(error) : []
  const [, found] = ofPooler.find(([words]) => messages.some((one) => words.test(one))) ?? []
  return found ?? codes.map((code) => ofServer[code] ?? ofState[code]).find(Boolean)
}

/**
 * A sentence about a lasting fault; undefined where the same connection may succeed later. `url` is that of the
 * database.
 */
export async function describeFault(url: string, error: unknown): Promise<string | undefined> {
  const { endpoints, ssl } = readAddress(url)
  const where = describeEndpoints(endpoints)
  const codes = codesOf(error)
  const isPooler = codes.includes('08P01') && messagesOf(error).some((one) => ofSettings.test(one))
  const found = isPooler
    ? pooler
    : codes.map((code) => ofCertificate[code] ?? ofServer[code]).find(Boolean)
  if (found !== undefined) return `The database at ${where} ${found}.`
  const isCut = codes.some((code) => code === 'ECONNRESET' || code.startsWith('ERR_SSL_'))
  if (ssl === false || !isCut) return undefined
  const spoken = await Promise.all(endpoints.map(speaksTls))
  if (!spoken.includes(false)) return undefined
  return `The database at ${where} speaks no TLS, which sslmode of its URL asks for.`
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.message, ...messagesOf(error.cause)]
}

const answerMs = 3_000
// PostgreSQL’s SSLRequest message: its length and a number; the answer is one letter, S or N.
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Undefined when the server does not answer. */
function speaksTls({ address: host, port }: Endpoint): Promise<boolean | undefined> {
  const socket = connect({ host, port }, () => socket.write(request))
  return new Promise<boolean | undefined>((resolve) => {
    socket.setTimeout(answerMs, () => resolve(undefined))
    socket.once('data', ([letter]) => resolve(letter === 83))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  }).finally(() => socket.destroy())
}
