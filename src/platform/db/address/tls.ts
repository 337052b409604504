// TLS to PostgreSQL, configured by libpq’s parameters: sslmode, sslrootcert, sslcert, sslkey. Changed files are read
// again.
import { readFileSync, statSync } from 'node:fs'
import {
  checkServerIdentity,
  type ConnectionOptions,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls'

export const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof sslModes)[number]

export type TlsFiles = {
  /** Certificate authorities in PEM; without it the public ones and those of EGRESS_CA_FILE. */
  readonly root?: string
  /** Our client certificate and its key, where the server asks for one. */
  readonly certificate?: string
  readonly key?: string
}

/**
 * The TLS options, which the driver copies for each connection. Throws an Error that names a file that cannot be used.
 */
export function describeTls(
  mode: Exclude<SslMode, 'disable'>,
  files: TlsFiles,
  hosts: readonly string[],
): ConnectionOptions {
  const verifies = mode !== 'require' || files.root !== undefined
  const certificates = keepContext(files)
  return {
    rejectUnauthorized: verifies,
    checkServerIdentity: (name, certificate) =>
      mode === 'verify-full' ? checkName(name, hosts, certificate) : undefined,
    // A getter, because the driver copies these options for each connection and so reads it again.
    get secureContext() {
      return certificates?.()
    },
  }
}

/**
 * Node does not know the host of a socket that it is handed, and sends no name for an IP address: the certificate is
 * checked against the hosts of the URL.
 */
function checkName(name: string, hosts: readonly string[], certificate: PeerCertificate) {
  const faults = (hosts.includes(name) ? [name] : hosts).map((host) =>
    checkServerIdentity(host, certificate),
  )
  return faults.includes(undefined) ? undefined : faults[0]
}

/** While certificate and key are being replaced they do not match for a moment: the last good pair stays in use. */
function keepContext(files: TlsFiles): (() => SecureContext) | undefined {
  const paths = Object.values(files)
  if (paths.length === 0) return undefined
  let seen = stampOf(paths)
  let context = readContext(files)
  return () => {
    const now = stampOf(paths)
    if (now === seen) return context
    try {
      context = readContext(files)
      seen = now
    } catch {
      // The error is ignored, because the next connection tries again.
    }
    return context
  }
}

/** The inode counts too, because a replacement may have the same modification time. */
const stampOf = (paths: readonly string[]): string =>
  paths
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found ? `${found.ino}-${found.mtimeMs}-${found.size}` : 'none'
    })
    .join()

function readContext({ root, certificate, key }: TlsFiles): SecureContext {
  const given = {
    ...(root !== undefined && { ca: read('sslrootcert', root) }),
    ...(certificate !== undefined && { cert: read('sslcert', certificate) }),
    ...(key !== undefined && { key: read('sslkey', key) }),
  }
  try {
    return createSecureContext(given)
  } catch (cause) {
    const named = [root, certificate, key].filter((path) => path !== undefined).join(', ')
    throw new Error(`These are no certificates, or no key that fits them: ${named}`, { cause })
  }
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new Error(`${name} of the database’s URL names no readable file: ${path}`, { cause })
  }
}
