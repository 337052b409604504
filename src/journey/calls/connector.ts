// Where connections to the outside are made, whoever makes them: which hosts may be reached, and with what TLS.
import { type LookupAddress, type LookupAllOptions, lookup as resolveHost } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-addresses.ts'

/** PEM texts: a client's certificate and key (mTLS), and whom to believe instead of the public authorities. */
export type TlsOptions = {
  readonly cert?: string | undefined
  readonly key?: string | undefined
  readonly ca?: string | undefined
}

/** What requests of an account may reach. Hosts are exact, `host:port`, in lower case. */
export type Reach = {
  readonly hosts: readonly string[]
  /** Those of them that may be without TLS and at a private address, because an operator said so. */
  readonly privateHosts: readonly string[]
  readonly tls?: TlsOptions | undefined
  /** Instead of the resolver of the system. */
  readonly resolve?: Resolve | undefined
}

/** All addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** `host:port` of a URL, with the port of its scheme where it names none. */
const hostOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`

/** The hosts of addresses that the configuration names, and no others. */
export const reachOf = (
  urls: readonly URL[],
  privateHosts: readonly string[],
  tls?: TlsOptions,
): Reach => ({ hosts: urls.map(hostOf), privateHosts, tls })

export type Connection = TlsOptions & { readonly lookup?: LookupFunction }

/**
 * How to connect to a URL; `blocked`: it may not be. Without a reach the URL is one that an operator has
 * configured itself.
 */
export function connectionTo(url: URL, reach: Reach | undefined): Connection | 'blocked' {
  if (!reach) return {}
  const host = hostOf(url)
  const isPrivate = reach.privateHosts.includes(host)
  const isAllowed =
    reach.hosts.includes(host) &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate))
  if (!isAllowed) return 'blocked'
  const tls = reach.tls ?? {}
  if (isPrivate) return tls
  // No name is looked up for a literal address.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && isPrivateAddress(literal)) return 'blocked'
  return { ...tls, lookup: reach.resolve ? publicOf(reach.resolve) : lookUpPublic }
}

export const blockedCode = 'EBLOCKED'

/** Every address of the name counts: one that is private blocks it. What was judged is what is connected to. */
const publicOf =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(Object.assign(new Error('blocked'), { code: blockedCode }), [])
      answer(addresses, options.all === true, callback)
    })
  }

export const lookUpPublic: LookupFunction = publicOf(resolveHost)

/** How long a name that a proxy will resolve is looked up here first. */
const proxiedLookUpMs = 1_000

/**
 * Before a name is given to a proxy: rejects when it is known here, and with a private address. One that is not known
 * here is the proxy's to judge.
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
