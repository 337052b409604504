// Checks the Host header and the target of a request as in RFC 9112. Nothing is built from Host; a request that two
// servers may read in two ways is refused (request smuggling).
import type { IncomingMessage } from 'node:http'

export type HeadFault = 'no-host' | 'two-hosts' | 'host' | 'target'

/** `uri-host [ ":" port ]` (RFC 3986, 3.2.2 and 3.2.3), which may be empty. */
const hostForm =
  /^(?:\[[\da-f:.]+\]|\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/** Section 3.2: HTTP/1.1 needs a Host, HTTP/1.0 does not, and two are never allowed. */
export function findHeadFault(req: IncomingMessage): HeadFault | undefined {
  const { rawHeaders, httpVersion, url = '' } = req
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]))
  const [host] = hosts
  if (host === undefined) {
    if (httpVersion !== '1.0') return 'no-host'
  } else {
    if (hosts.length > 1) return 'two-hosts'
    if (!hostForm.test(host.trim())) return 'host'
  }
  return originForm(url) === undefined && !asksServer(req) ? 'target' : undefined
}

const isHost = (name: string | undefined) => name?.length === 4 && name.toLowerCase() === 'host'

const wholeAddress = /^https?:\/\/([^/?#\\@]+)(?=[/?]|$)/i

/** The path and query of a target, also of an absolute URL (section 3.2.2); undefined for any other form. */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target
  const [own, host] = wholeAddress.exec(target) ?? []
  if (own === undefined || host === undefined || !hostForm.test(host)) return undefined
  const rest = target.slice(own.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** `OPTIONS *`, which asks about the server as a whole (section 3.2.4). */
const asksServer = ({ method, url }: IncomingMessage) => method === 'OPTIONS' && url === '*'

/** The questions of health probes. */
export type Probe = 'liveness' | 'readiness'

const probes = new Map<string, Probe>([
  ['/livez', 'liveness'],
  ['/healthz', 'liveness'],
  ['/readyz', 'readiness'],
])

/**
 * Recognises a probe in the forms that load balancers send: any of these methods, with a trailing slash or a query.
 * HAProxy’s check without arguments is `OPTIONS /` (its manual, "option httpchk") and counts as readiness.
 */
export function findProbe({ method = '', url = '' }: IncomingMessage): Probe | undefined {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return undefined
  const path = pathOf(url)
  if (method === 'OPTIONS' && (path === '/' || url === '*')) return 'readiness'
  return probes.get(path)
}

/** The path of a URL without its query and trailing slash. */
export const pathOf = (url: string): string =>
  (originForm(url) ?? '').replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
