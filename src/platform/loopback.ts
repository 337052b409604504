// Decides what leads to this machine and nowhere else: a URL as it is written, and an address that a name has.

/** RFC 1122, 3.2.1.3, and RFC 4291, 2.5.3 and 2.5.5.2. The parser of URLs leaves one spelling of each address. */
const literal = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/

/** RFC 6761, 6.3. */
const name = /^(?:.+\.)?localhost\.?$/

export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return literal.test(host) || name.test(host)
}

export function isLoopbackAddress(address: string): boolean {
  const host = address.includes(':') ? `[${address}]` : address
  return literal.test(URL.parse(`http://${host}`)?.hostname ?? '')
}
