// How this process reaches external hosts: by which proxy, and over which address family. It is set once at the start,
// because it depends on the network of the process and not on an account.

export type Egress = {
  /** The proxies for plain HTTP and for HTTPS; the URLs may hold credentials. */
  readonly httpProxy?: URL | undefined
  readonly httpsProxy?: URL | undefined
  /** Hosts that are reached directly, comma-separated: `host`, `.suffix`, `*.suffix`, `host:port`, or `*` for all. */
  readonly noProxy?: string | undefined
  /** 0 means both families. */
  readonly family?: 0 | 4 | 6
}

let current: Egress = {}

/** Applies the settings and returns the previous ones. */
export function useEgress(next: Egress): Egress {
  const before = current
  current = next
  return before
}

export const egressFamily = (): 0 | 4 | 6 => current.family ?? 0

/** Undefined when the host is reached directly. */
export function proxyFor(url: URL, egress: Egress = current): URL | undefined {
  const proxy = url.protocol === 'https:' ? egress.httpsProxy : egress.httpProxy
  return proxy && !isDirect(url, egress.noProxy ?? '') ? proxy : undefined
}

function isDirect(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => matches(entry, host, port))
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, bare = entry, ofPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? []
  // An IPv6 address without brackets has more than one colon, which is no port separator.
  const [name, wanted] =
    entry.split(':').length > 2 && !entry.startsWith('[') ? [entry] : [bare, ofPort]
  if (name === '' || name === undefined || (wanted !== undefined && wanted !== port)) return false
  const suffix = name.replace(/^\*/, '')
  return suffix.startsWith('.') ? host.endsWith(suffix) || host === suffix.slice(1) : host === name
}
