// What stands before the fields of a request, as RFC 9112 has it: its Host and its target. Nothing is built from Host;
// it is only looked at, because a request that two servers may read in two ways is refused.
import type { IncomingMessage } from 'node:http'

export type HeadFault = 'no-host' | 'two-hosts' | 'host' | 'target'

/** `uri-host [ ":" port ]` (RFC 3986, 3.2.2 and 3.2.3), which may be empty. */
const hostForm =
  /^(?:\[[\da-f:.]+\]|\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/** Section 3.2: HTTP/1.1 needs one, HTTP/1.0 none, nobody two. */
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

/** The path and query of a target, also of a whole address (section 3.2.2); undefined where it is neither. */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target
  const [own, host] = wholeAddress.exec(target) ?? []
  if (own === undefined || host === undefined || !hostForm.test(host)) return undefined
  const rest = target.slice(own.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** `OPTIONS *`, which is about the server as a whole (section 3.2.4). */
const asksServer = ({ method, url }: IncomingMessage) => method === 'OPTIONS' && url === '*'

/** What a probe asks after. */
export type Probe = 'liveness' | 'readiness'

const probes = new Map<string, Probe>([
  ['/livez', 'liveness'],
  ['/healthz', 'liveness'],
  ['/readyz', 'readiness'],
])

/**
 * What balancers make of a probe: any of its methods, with a slash or a query behind it. HAProxy's check without a word
 * more is `OPTIONS /` (its manual, "option httpchk"), which asks for readiness.
 */
export function findProbe({ method = '', url = '' }: IncomingMessage): Probe | undefined {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return undefined
  const path = pathOf(url)
  if (method === 'OPTIONS' && (path === '/' || url === '*')) return 'readiness'
  return probes.get(path)
}

/** Without its query and the slash at its end. */
export const pathOf = (url: string): string =>
  (originForm(url) ?? '').replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
