// Where the database is, as which role and over what: all of it stands in the URL, so that it holds for every process,
// the migration and each command alike.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { describeTls, type SslMode, sslModes } from './tls.ts'

export type Address = {
  /** Without what is ours: the driver would send it to the server as a setting. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly ssl: ConnectionOptions | false
  /** From files that are read for each connection, where credentials are leases. */
  readonly user?: () => string
  readonly password?: () => string
}

const own = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'userfile', 'passwordfile'] as const

/** Throws an Error that says what is wrong with the URL, and repeats no password. */
export function readAddress(given: string): Address {
  const url = new URL(given)
  const [mode = 'disable', root, certificate, key, userFile, passwordFile] = own.map((name) => {
    const value = url.searchParams.get(name) ?? undefined
    url.searchParams.delete(name)
    return value
  })
  const named = url.hostname.replaceAll(/^\[|\]$/g, '')
  const files = {
    // libpq's word for the authorities of the system.
    ...(root !== undefined && root !== 'system' && { root }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  }
  return {
    url: url.href,
    host: named.split(',')[0] ?? named,
    port: Number(url.port || 5432),
    ssl: toTls(readMode(root === 'system' ? 'verify-full' : mode), files, named.split(',')),
    ...(userFile !== undefined && { user: keepReading('userfile', userFile) }),
    ...(passwordFile !== undefined && { password: keepReading('passwordfile', passwordFile) }),
  }
}

function readMode(given: string): SslMode {
  const mode = sslModes.find((one) => one === given)
  if (mode === undefined)
    throw new Error(
      `sslmode=${given} of the database’s URL is none of ${sslModes.join(', ')}: what may go on in the clear is not taken.`,
    )
  return mode
}

const toTls = (mode: SslMode, files: Parameters<typeof describeTls>[1], hosts: readonly string[]) =>
  mode === 'disable' ? false : describeTls(mode, files, hosts)

/** What was read last counts while a file is being replaced. */
function keepReading(name: string, path: string): () => string {
  let last: string | undefined
  const read = () => {
    try {
      last = readFileSync(path, 'utf8').trim() || last
    } catch (cause) {
      if (last === undefined)
        throw new Error(`${name} of the database’s URL names no readable file: ${path}`, { cause })
    }
    if (last === undefined)
      throw new Error(`${name} of the database’s URL names an empty file: ${path}`)
    return last
  }
  read()
  return read
}
