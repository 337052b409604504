// Finds the caller's address for rate limits: that of the connection, or what the deployment's own proxies report.
import type { Context } from 'hono'

type Incoming = { readonly socket?: { readonly remoteAddress?: string } }

/**
 * `hops` is how many proxies of ours stand before the service: each adds the address that it was called from.
 * Undefined where there is no connection.
 */
export function clientAddress(c: Context, hops: number): string | undefined {
  if (hops > 0) {
    const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
    const own = forwarded.at(-hops)
    if (own) return own
  }
  // The bindings of the server that runs here; tests have none.
  const { incoming } = (c.env ?? {}) as { readonly incoming?: Incoming }
  return incoming?.socket?.remoteAddress
}
