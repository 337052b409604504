// The address of the database. Hosts, role and TLS are all in the URL, so that they are the same for every process, the
// migration and each command.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { checkParameters } from './parameters.ts'
import { describeTls, type SslMode, sslModes } from './tls.ts'
import { type Endpoint, readUri } from './uri.ts'

export type Address = {
  readonly endpoints: readonly Endpoint[]
  /** Which kind of host a connection must lead to. */
  readonly target: Target
  readonly ssl: ConnectionOptions | false
  /** TLS starts with the first byte, without PostgreSQL’s SSLRequest. */
  readonly isDirect: boolean
  readonly database?: string
  readonly name?: string
  /** Functions if credentials are leased: they read the files again for each connection. */
  readonly user?: () => string
  readonly password?: string | (() => string)
  readonly connectSeconds?: number
  /** Settings that are sent at the start of a connection, besides our own. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * `any`: the first host that takes a connection; `primary`: one that is no standby; `read-write`: one that is neither a
 * standby nor read-only.
 */
export type Target = 'any' | 'primary' | 'read-write'

/** Throws an Error that says what is wrong with the URL, without repeating a password. */
export function readAddress(given: string): Address {
  const { endpoints, user, password, database, parameters } = readUri(given)
  checkParameters(parameters)
  const of = (name: string) => parameters.get(name)
  const [root, userFile, passwordFile] = [of('sslrootcert'), of('userfile'), of('passwordfile')]
  const connectSeconds = Number(of('connect_timeout') ?? 0)
  const taken = passwordFile === undefined ? password : keepReading('passwordfile', passwordFile)
  return {
    endpoints,
    // The service writes, so of several hosts it takes the one that accepts writes.
    target: toTarget(of('target_session_attrs')) ?? (endpoints.length > 1 ? 'primary' : 'any'),
    ssl: toTls(readMode(root === 'system' ? 'verify-full' : of('sslmode')), parameters, endpoints),
    isDirect: of('sslnegotiation') === 'direct',
    ...(database !== undefined && { database }),
    ...(user !== undefined && { name: user }),
    ...(userFile !== undefined && { user: keepReading('userfile', userFile) }),
    ...(taken !== undefined && { password: taken }),
    ...(connectSeconds > 0 && { connectSeconds }),
    settings: Object.fromEntries(
      ['application_name', 'options'].flatMap((name) => {
        const value = of(name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  }
}

/** A sentence that says what is wrong with the URL, or undefined; files that it names are not read. */
export function describeUrlFault(given: string): string | undefined {
  try {
    checkParameters(readUri(given).parameters)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

/** The hosts as a sentence names them: "db1:5432, [::1]:5433". */
export const describeEndpoints = (endpoints: readonly Endpoint[]): string =>
  endpoints
    .map(({ name, port, path }) => path ?? `${name.includes(':') ? `[${name}]` : name}:${port}`)
    .join(', ')

// Safe because `checkParameters` accepts no other value.
const toTarget = (given: string | undefined) => given as Target | undefined

function readMode(given = 'disable'): SslMode {
  const mode = sslModes.find((one) => one === given)
  if (mode === undefined)
    throw new Error(
      `sslmode=${given} of the database’s URL is none of ${sslModes.join(', ')}: what may go on in the clear is not taken.`,
    )
  return mode
}

function toTls(
  mode: SslMode,
  parameters: ReadonlyMap<string, string>,
  endpoints: readonly Endpoint[],
): ConnectionOptions | false {
  // As in libpq, connections over a Unix socket are not encrypted.
  const remote = endpoints.filter(({ path }) => path === undefined)
  if (mode === 'disable' || remote.length === 0) return false
  if (remote.length < endpoints.length)
    throw new Error(
      'The database’s URL is not taken: with sslmode its hosts are all sockets of this machine, or none of them.',
    )
  const [root, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((one) =>
    parameters.get(one),
  )
  const files = {
    // `system` is libpq’s word for the certificate authorities of the operating system.
    ...(root !== undefined && root !== 'system' && { root }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  }
  return describeTls(
    mode,
    files,
    remote.map(({ name }) => name),
  )
}

/** While the file is being replaced the value that was read last is used. */
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
