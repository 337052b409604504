// TLS to PostgreSQL, by the words of libpq: sslmode, sslrootcert, sslcert, sslkey. Files are read anew when they change.
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
  /** Authorities in PEM; without one the public ones, and those of EGRESS_CA_FILE. */
  readonly root?: string
  /** Our own certificate and its key, where the server asks for one. */
  readonly certificate?: string
  readonly key?: string
}

/** What the driver copies for each connection that it opens. Throws an Error that names a file that cannot be used. */
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
    // A getter, because the driver copies these options for each connection.
    get secureContext() {
      return certificates?.()
    },
  }
}

/** Node knows no host of a socket that it is given, and an address is sent as no name: ours are those of the URL. */
function checkName(name: string, hosts: readonly string[], certificate: PeerCertificate) {
  const faults = (hosts.includes(name) ? [name] : hosts).map((host) =>
    checkServerIdentity(host, certificate),
  )
  return faults.includes(undefined) ? undefined : faults[0]
}

/** A pair that is being replaced does not fit for a moment: what was good stays. */
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
      // Looked at again by the next connection.
    }
    return context
  }
}

/** The inode too, because what replaces a file may be as old as it. */
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
