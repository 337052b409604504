// Decides for all outgoing connections which hosts may be reached, and with which TLS options.
import { type LookupAddress, type LookupAllOptions, lookup as resolveHost } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isLoopbackAddress } from '#src/platform/loopback.ts'
import { isPrivateAddress } from './private-addresses.ts'

/** PEM texts: a client’s certificate and key for mTLS, and the certificate authorities that replace the public ones. */
export type TlsOptions = {
  readonly cert?: string | undefined
  readonly key?: string | undefined
  readonly ca?: string | undefined
}

/** The hosts that requests of an account may reach: exact `host:port`, in lower case. */
export type Reach = {
  readonly hosts: readonly string[]
  /** The hosts that an operator has allowed without TLS and at private addresses. */
  readonly privateHosts: readonly string[]
  readonly tls?: TlsOptions | undefined
  /** Allows public addresses without TLS, for content that carries its own signature. */
  readonly takesPlain?: boolean
  /** Allows this machine at any port, with and without TLS: in the local start. */
  readonly takesLoopback?: boolean
  /** Replaces the resolver of the system, for tests. */
  readonly resolve?: Resolve | undefined
}

/** Resolves a name to all its addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The `host:port` of a URL, with the default port of its scheme. */
const hostOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`

/** Allows the hosts of the configured URLs and no others. */
export const reachOf = (
  urls: readonly URL[],
  privateHosts: readonly string[],
  tls?: TlsOptions,
): Reach => ({ hosts: urls.map(hostOf), privateHosts, tls })

export type Connection = TlsOptions & { readonly lookup?: LookupFunction }

/**
 * The options of a connection to a URL, or `blocked` when it is not allowed. Without a reach the URL was configured by
 * an operator and is allowed.
 */
export function connectionTo(url: URL, reach: Reach | undefined): Connection | 'blocked' {
  if (!reach) return {}
  const host = hostOf(url)
  const isPrivate = reach.privateHosts.includes(host)
  const isOwn = isLoopback(url.href)
  const isAllowed =
    reach.hosts.includes(host) &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' ||
      (url.protocol === 'http:' && (isPrivate || isOwn || reach.takesPlain === true)))
  if (!isAllowed) return 'blocked'
  const tls = reach.tls ?? {}
  if (isPrivate) return tls
  const { resolve = resolveHost } = reach
  if (isOwn)
    return reach.takesLoopback === true
      ? { ...tls, lookup: checked(resolve, isLoopbackAddress) }
      : 'blocked'
  // A literal address needs no look-up.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && isPrivateAddress(literal)) return 'blocked'
  return { ...tls, lookup: checked(resolve, isPublicAddress) }
}

export const blockedCode = 'EBLOCKED'

const isPublicAddress = (address: string) => !isPrivateAddress(address)

/**
 * A name is blocked if one of its addresses may not be reached. The connection uses exactly the addresses that were
 * checked.
 */
const checked =
  (resolve: Resolve, mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address)))
        return callback(Object.assign(new Error('blocked'), { code: blockedCode }), [])
      answer(addresses, options.all === true, callback)
    })
  }

export const lookUpPublic: LookupFunction = checked(resolveHost, isPublicAddress)

/** The longest look-up here of a name that a proxy will resolve. */
const proxiedLookUpMs = 1_000

/**
 * Checks a name before it is passed to a proxy: rejects when it resolves here to a private address. A name that does
 * not resolve here is left to the proxy.
 */
export function checkProxiedName(
  { hostname }: URL,
  lookup: LookupFunction | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, proxiedLookUpMs)
  if (!lookup) resolve()
  else
    lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
      error?.code === blockedCode ? reject(error) : resolve(),
    )
  return promise.finally(() => clearTimeout(late))
}

function answer(
  addresses: readonly LookupAddress[],
  all: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses
  if (all) callback(null, [...addresses])
  else callback(null, first?.address ?? '', first?.family)
}
