// Configures outbound connections from the environment, before any is opened.
import { getDefaultResultOrder, setDefaultResultOrder } from 'node:dns'
import { setGlobalProxyFromEnv } from 'node:http'
import { useEgress } from '#src/journey/calls/egress.ts'
import type { Config } from '#src/main/config/config.ts'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

type Given = Pick<
  Config,
  | 'HTTP_PROXY'
  | 'HTTPS_PROXY'
  | 'NO_PROXY'
  | 'EGRESS_CA_FILE'
  | 'EGRESS_FAMILY'
  | 'PUBLIC_BASE_URL'
  | 'API_INTERNAL_URL'
>

/** `parts` restores the previous settings at the end. */
export function openEgress(config: Given, parts: AsyncDisposableStack): void {
  const { HTTP_PROXY: http, HTTPS_PROXY: https, EGRESS_CA_FILE: caFile } = config
  if (caFile !== undefined) parts.defer(trust(caFile))
  const before = useEgress({
    httpProxy: http === undefined ? undefined : new URL(http),
    httpsProxy: https === undefined ? undefined : new URL(https),
    noProxy: config.NO_PROXY,
    family: config.EGRESS_FAMILY === 'any' ? 0 : config.EGRESS_FAMILY,
  })
  parts.defer(() => void useEgress(before))
  if (config.EGRESS_FAMILY !== 'any') {
    const order = getDefaultResultOrder()
    setDefaultResultOrder(config.EGRESS_FAMILY === 4 ? 'ipv4first' : 'ipv6first')
    parts.defer(() => setDefaultResultOrder(order))
  }
  if (http === undefined && https === undefined) return
  // Libraries that fetch key sets and buckets use the global proxy; our own hosts are excluded from it.
  const restore = setGlobalProxyFromEnv({
    ...(http !== undefined && { http_proxy: http }),
    ...(https !== undefined && { https_proxy: https }),
    no_proxy: [config.NO_PROXY, ...ownHosts(config)].filter(Boolean).join(','),
  })
  parts.defer(restore)
}

const ownHosts = ({ PUBLIC_BASE_URL, API_INTERNAL_URL }: Given): string[] => [
  'localhost',
  '127.0.0.1',
  '[::1]',
  new URL(API_INTERNAL_URL ?? PUBLIC_BASE_URL).host,
]

/**
 * Trusts these authorities besides the public ones, for every TLS connection that this process opens. The returned
 * function restores the previous ones.
 */
export function trust(file: string): () => void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, ...readCertificates(file)])
  return () => setDefaultCACertificates(before)
}

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Throws where the file cannot be read or contains anything but certificates. */
function readCertificates(file: string): string[] {
  try {
    const found = readFileSync(file, 'utf8').match(pem) ?? []
    if (found.length === 0) throw new Error('empty')
    return found.map((one) => new X509Certificate(one).toString())
  } catch (cause) {
    throw new Error(`EGRESS_CA_FILE names no readable certificates in PEM: ${file}`, { cause })
  }
}
