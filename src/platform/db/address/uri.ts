// Reads the database’s URL as libpq does (conninfo_uri_parse_options of fe-connect.c): several hosts with a port each,
// IPv6 addresses in brackets, Unix sockets, and the same as parameters.

/** One address where a server may listen. */
export type Endpoint = {
  /** As written in the URL, without brackets: certificates are compared with it. */
  readonly name: string
  /** The address to connect to: `hostaddr`, or the name. */
  readonly address: string
  readonly port: number
  /** The path of the server’s Unix socket, used in place of name and port. */
  readonly path?: string
}

export type ConnectionUri = {
  /** At least one, in the order in which they are tried. */
  readonly endpoints: readonly Endpoint[]
  readonly user?: string
  readonly password?: string
  readonly database?: string
  /** The other parameters after `?`, by name. */
  readonly parameters: ReadonlyMap<string, string>
}

const usualPort = 5432

/** Throws an Error that says what is wrong and how to write it, without repeating a password. */
export function readUri(given: string): ConnectionUri {
  const { authority, path, query } = split(given)
  const at = authority.lastIndexOf('@')
  const [user, password] = at < 0 ? [] : splitOnce(authority.slice(0, at), ':')
  const parameters = readQuery(query)
  const take = (name: string): string | undefined => {
    const value = parameters.get(name)
    parameters.delete(name)
    return value === '' ? undefined : value
  }
  const hosts = authority
    .slice(at + 1)
    .split(',')
    .map(readHost)
  // Parameters after `?` take precedence over the parts before it.
  const names = take('host')?.split(',') ?? hosts.map(({ name }) => name)
  const ports = take('port')?.split(',') ?? hosts.map(({ port }) => port)
  const named = {
    user: take('user') ?? decode(user),
    password: take('password') ?? decode(password),
    database: take('dbname') ?? decode(path),
  }
  return {
    endpoints: toEndpoints(names, take('hostaddr')?.split(','), ports),
    ...Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined && value !== ''),
    ),
    parameters,
  }
}

/**
 * A password may hold characters that elsewhere end a part: everything before the last `@` of the authority is role and
 * password.
 */
function split(given: string) {
  const rest = /^postgres(?:ql)?:\/\/(.*)$/s.exec(given)?.[1]
  if (rest === undefined) throw fault('begins with postgres://')
  const role = rest.slice(0, rest.indexOf('/') < 0 ? undefined : rest.indexOf('/')).indexOf('@') + 1
  const end = rest.slice(role).search(/[/?]/)
  const authority = end < 0 ? rest : rest.slice(0, role + end)
  const [path = '', query = ''] = splitOnce(rest.slice(authority.length), '?')
  return { authority, path: path.replace(/^\//, ''), query }
}

function splitOnce(text: string, mark: string): [string] | [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function readHost(text: string): { name: string; port: string } {
  const found = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/s.exec(text)
  if (!found) throw fault('has an address of IPv6 in brackets: postgres://[::1]:5432/atesta')
  const [, inBrackets, plain = '', port = ''] = found
  const name = decode(inBrackets ?? plain) ?? ''
  if (inBrackets !== undefined && !inBrackets.includes(':'))
    throw fault('has nothing but an address of IPv6 in brackets')
  return { name, port }
}

function readQuery(query: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const pair of query.split('&').filter((one) => one !== '')) {
    const [name, value, ...more] = pair.split('=')
    if (!name || value === undefined || more.length > 0)
      throw fault('has parameters of the form name=value behind its ?, with & between them')
    found.set(decode(name) ?? '', decode(value) ?? '')
  }
  return found
}

function toEndpoints(
  names: readonly string[],
  addresses: readonly string[] | undefined,
  ports: readonly string[],
): Endpoint[] {
  const count = Math.max(names.length, addresses?.length ?? 0)
  if (addresses && names.some(Boolean) && addresses.length !== names.length)
    throw fault(`has as many hostaddr as hosts: ${addresses.length}, not ${names.length}`)
  if (ports.length !== 1 && ports.length !== count)
    throw fault(`has one port, or one for each host: ${ports.length} for ${count} hosts`)
  return Array.from({ length: count }, (_, at) => {
    const port = readPort((ports.length === 1 ? ports[0] : ports[at]) ?? '')
    const address = addresses?.[at] || undefined
    const name = names[at] || address || 'localhost'
    const isSocket = address === undefined && /^[/@]/.test(name)
    return {
      name,
      address: address ?? name,
      port,
      ...(isSocket && { path: `${name.replace(/^@/, '\0')}/.s.PGSQL.${port}` }),
    }
  })
}

function readPort(text: string): number {
  if (text === '') return usualPort
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw fault('has a port of 1 to 65535 behind each host: postgres://db1:5432,db2:5433/atesta')
}

function decode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    const decoded = decodeURIComponent(text)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // The error is thrown below.
  }
  throw fault('has % only before two hexadecimal digits: a % itself is %25')
}

const fault = (how: string): Error => new Error(`The database’s URL is not taken: it ${how}.`)
