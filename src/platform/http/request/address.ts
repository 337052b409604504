// Finds the caller's address: that of the connection, or what the deployment's own proxies report. Whatever a proxy
// writes around it, one address has one spelling, for limits, networks and logs.
import { isIP, SocketAddress } from 'node:net'
import type { Context } from 'hono'

type Incoming = { readonly socket?: { readonly remoteAddress?: string } }

/**
 * `hops` is how many proxies of ours stand before the service: each adds the address that it was called from. One that
 * has written none (`unknown`) is taken for the caller itself. Undefined where there is no connection.
 */
export function clientAddress(c: Context, hops: number): string | undefined {
  const own = hops > 0 ? (c.req.header('x-forwarded-for') ?? '').split(',').at(-hops) : undefined
  // The bindings of the server that runs here; tests have none.
  const { incoming } = (c.env ?? {}) as { readonly incoming?: Incoming }
  return readAddress(own ?? '') ?? readAddress(incoming?.socket?.remoteAddress ?? '')
}

/**
 * An address as proxies write it, in its one spelling (RFC 5952 for IPv6), or undefined. Azure's gateways add the port,
 * IPv6 has brackets then; RFC 7239 quotes them; sockets of both families write IPv4 in IPv6; links have a zone.
 */
export function readAddress(written: string): string | undefined {
  const bare = written.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]+)\](?::\w+)?$/.exec(bare) ?? []
  const [, beforePort] = /^([\d.]+):\w+$/.exec(bare) ?? []
  const [address = ''] = (bracketed ?? beforePort ?? bare).split('%')
  const family = isIP(address)
  if (family !== 6) return family === 4 ? address : undefined
  return toIPv4(address) ?? new SocketAddress({ address, family: 'ipv6' }).address
}

/** Of an IPv4 address in IPv6: mapped (RFC 4291, 2.5.5.2), or as translators of a network write it (RFC 6052). */
function toIPv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const head = groups.slice(0, 6).join(':')
  if (head !== '0:0:0:0:0:ffff' && head !== '64:ff9b:0:0:0:0') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/**
 * What limits count by: an IPv4 address, or the /64 of an IPv6 one, in which one line has all addresses there are.
 * What is no address stays what it is.
 */
export function networkOf(address: string): string {
  const read = readAddress(address)
  if (read === undefined) return address
  return isIP(read) === 6 ? `${groupsOf(read).slice(0, 4).join(':')}::/64` : read
}

/** The eight numbers of an IPv6 address in hexadecimal, without zeros before them. */
function groupsOf(address: string): string[] {
  // The parser of URLs writes an IPv4 address at the end as two groups.
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = compressed.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  if (after === undefined) return split(before)
  const [front, back] = [split(before), split(after)]
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
}
