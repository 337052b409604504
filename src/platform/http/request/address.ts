// Finds the caller’s address: that of the connection, or the one that our own reverse proxies report. Whatever a proxy
// writes around it, each address gets one spelling, for limits, networks and logs.
import { isIP, SocketAddress } from 'node:net'
import type { Context } from 'hono'

type Incoming = { readonly socket?: { readonly remoteAddress?: string } }

/**
 * `hops` is the number of our own reverse proxies: each appends the address that called it to X-Forwarded-For. If the
 * outermost has written none (`unknown`), the address of the connection is used. Undefined where there is no
 * connection.
 */
export function clientAddress(c: Context, hops: number): string | undefined {
  const own = hops > 0 ? (c.req.header('x-forwarded-for') ?? '').split(',').at(-hops) : undefined
  // Safe because these are the bindings of @hono/node-server; in tests there are none.
  const { incoming } = (c.env ?? {}) as { readonly incoming?: Incoming }
  return readAddress(own ?? '') ?? readAddress(incoming?.socket?.remoteAddress ?? '')
}

/**
 * Reads an address as proxies write it and gives its canonical spelling (RFC 5952 for IPv6), or undefined. Azure’s
 * gateways append the port, which puts IPv6 in brackets; RFC 7239 quotes them; dual-stack sockets write IPv4 in IPv6;
 * link-local addresses have a zone.
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

/** The IPv4 address inside an IPv6 one: mapped (RFC 4291, 2.5.5.2), or from NAT64 (RFC 6052). */
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
 * The key by which limits count: an IPv4 address, or the /64 network of an IPv6 one, because one subscriber has all
 * addresses in it. A text that is no address is returned unchanged.
 */
export function networkOf(address: string): string {
  const read = readAddress(address)
  if (read === undefined) return address
  return isIP(read) === 6 ? `${groupsOf(read).slice(0, 4).join(':')}::/64` : read
}

/** The eight groups of an IPv6 address in hexadecimal, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes a trailing IPv4 address as two groups.
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = compressed.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  if (after === undefined) return split(before)
  const [front, back] = [split(before), split(after)]
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
}
