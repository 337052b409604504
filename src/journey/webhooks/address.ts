// Which addresses an endpoint may have. What a name resolves to is judged again whenever a connection is made.
import {
  type Connection,
  connectionTo,
  type Reach,
  reachOf,
  type Resolve,
} from '#src/journey/calls/connector.ts'
import { Problem } from '#src/platform/errors.ts'

export type WebhookSettings = {
  /** `host:port` that may be without TLS and at a private address, because an operator said so. */
  readonly privateHosts: readonly string[]
  /** How long one try may take. */
  readonly timeoutMs: number
  /** Instead of the resolver of the system. */
  readonly resolve?: Resolve
}

export const reachOfEndpoint = (url: URL, { privateHosts, resolve }: WebhookSettings): Reach => ({
  ...reachOf([url], privateHosts),
  resolve,
})

/** Throws `invalid-request` for one that would never be reached. */
export function checkAddress(text: string, settings: WebhookSettings): void {
  const url = new URL(text)
  const connection: Connection | 'blocked' = connectionTo(url, reachOfEndpoint(url, settings))
  if (connection !== 'blocked' && url.hash === '') return
  const detail = 'must be https and public, without user name, password or fragment'
  throw new Problem('invalid-request', {
    faults: [{ pointer: '#/url', code: 'not-allowed', detail }],
  })
}
