// Decides which URLs of a tenant are called. The addresses of the name are checked again for each connection.
import {
  type Connection,
  connectionTo,
  type Reach,
  reachOf,
  type Resolve,
} from '#src/journey/calls/connector.ts'
import { Problem } from '#src/platform/errors.ts'

export type ReceiverSettings = {
  /** The `host:port` that an operator has allowed without TLS and at a private address. */
  readonly privateHosts: readonly string[]
  /** Whether this machine may be reached too, at any port: in the local start. */
  readonly takesLoopback?: boolean
  /** Replaces the resolver of the system, for tests. */
  readonly resolve?: Resolve
}

export function reachOfReceiver(
  url: URL,
  { privateHosts, resolve, takesLoopback = false }: ReceiverSettings,
): Reach {
  return { ...reachOf([url], privateHosts), resolve, takesLoopback }
}

/** Throws `invalid-request` for a URL that would never be reached. */
export function checkAddress(text: string, settings: ReceiverSettings): void {
  const url = new URL(text)
  const connection: Connection | 'blocked' = connectionTo(url, reachOfReceiver(url, settings))
  if (connection !== 'blocked' && url.hash === '') return
  const detail = 'must be https and public, without user name, password or fragment'
  throw new Problem('invalid-request', {
    faults: [{ pointer: '#/url', code: 'not-allowed', detail }],
  })
}
