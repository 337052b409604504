// Says in one sentence why a database that is there takes no connection of ours: what waiting does not mend.
import { connect } from 'node:net'
import { readAddress } from './address.ts'
import { codesOf } from './errors.ts'

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

/** SQLSTATEs with which a server refuses a connection. */
const ofServer: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password of this role',
  '28000': 'refuses this role, or asks for TLS (sslmode) or a certificate (sslcert)',
  '3D000': 'has no database of this name',
}

/** PgBouncer gives one code to everything that it refuses. No value stands in what is said of a connection. */
const ofPooler = /^unsupported startup parameter/
const pooler =
  'is a pooler that takes none of the settings of a connection: docs/operations.md, "A pooler"'

/** Undefined where the same connection may succeed later. `url` is that of the database. */
export async function describeFault(url: string, error: unknown): Promise<string | undefined> {
  const { host, port, ssl } = readAddress(url)
  const codes = codesOf(error)
  const isPooler = codes.includes('08P01') && messagesOf(error).some((one) => ofPooler.test(one))
  const found = isPooler
    ? pooler
    : codes.map((code) => ofCertificate[code] ?? ofServer[code]).find(Boolean)
  if (found !== undefined) return `The database at ${host}:${port} ${found}.`
  const isCut = codes.some((code) => code === 'ECONNRESET' || code.startsWith('ERR_SSL_'))
  if (ssl === false || !isCut || (await speaksTls(host, port)) !== false) return undefined
  return `The database at ${host}:${port} speaks no TLS, which sslmode of its URL asks for.`
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.message, ...messagesOf(error.cause)]
}

const answerMs = 3_000
// PostgreSQL's protocol, SSLRequest: its length and a number; the answer is one letter, S or N.
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Undefined when nobody answers. */
function speaksTls(host: string, port: number): Promise<boolean | undefined> {
  const socket = connect({ host, port }, () => socket.write(request))
  return new Promise<boolean | undefined>((resolve) => {
    socket.setTimeout(answerMs, () => resolve(undefined))
    socket.once('data', ([letter]) => resolve(letter === 83))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  }).finally(() => socket.destroy())
}
