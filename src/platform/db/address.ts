// Where the database is, as which role and over what: all of it stands in the URL, so that it holds for every process,
// the migration and each command alike.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { checkParameters } from './parameters.ts'
import { describeTls, type SslMode, sslModes } from './tls.ts'
import { type Endpoint, readUri } from './uri.ts'

export type Address = {
  readonly endpoints: readonly Endpoint[]
  /** To which of them a connection leads. */
  readonly target: Target
  readonly ssl: ConnectionOptions | false
  /** TLS from the first byte on. */
  readonly isDirect: boolean
  readonly database?: string
  readonly name?: string
  /** From files that are read for each connection, where credentials are leases. */
  readonly user?: () => string
  readonly password?: string | (() => string)
  readonly connectSeconds?: number
  /** What a connection says at its start, besides what is ours. */
  readonly settings: Readonly<Record<string, string>>
}

/** `any`: the first that takes a connection; `primary`: no standby; `read-write`: nor one that is read-only. */
export type Target = 'any' | 'primary' | 'read-write'

/** Throws an Error that says what is wrong with the URL, and repeats no password. */
export function readAddress(given: string): Address {
  const { endpoints, user, password, database, parameters } = readUri(given)
  checkParameters(parameters)
  const of = (name: string) => parameters.get(name)
  const [root, userFile, passwordFile] = [of('sslrootcert'), of('userfile'), of('passwordfile')]
  const connectSeconds = Number(of('connect_timeout') ?? 0)
  const taken = passwordFile === undefined ? password : keepReading('passwordfile', passwordFile)
  return {
    endpoints,
    // A process writes: of several hosts it takes the one that does.
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

/** What is wrong with the URL, in a sentence; no file that it names is read. */
export function describeUrlFault(given: string): string | undefined {
  try {
    checkParameters(readUri(given).parameters)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

/** Where it is, as a sentence names it: "db1:5432, [::1]:5433". */
export const describeEndpoints = (endpoints: readonly Endpoint[]): string =>
  endpoints
    .map(({ name, port, path }) => path ?? `${name.includes(':') ? `[${name}]` : name}:${port}`)
    .join(', ')

// Safe because `checkParameters` takes no other.
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
  // As libpq has it, nothing is enciphered on a socket of this machine.
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
    // libpq's word for the authorities of the system.
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
