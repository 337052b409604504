// Addresses that no vendor has: private networks, the machine itself, metadata services and reserved ranges.
import { BlockList, isIP } from 'node:net'

const v4 = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16],
  ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24],
  ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24],
  ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const // prettier-ignore

/** Ranges that embed an IPv4 address are blocked as a whole, because the embedded address could be any. */
const v6 = [
  ['::', 96], ['::ffff:0:0:0', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64], ['2001::', 23],
  ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20], ['5f00::', 16], ['fc00::', 7],
  ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
] as const // prettier-ignore

const blocked = new BlockList()
for (const [network, prefix] of v4) blocked.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of v6) blocked.addSubnet(network, prefix, 'ipv6')

/** Also true for a text that is no address. An IPv4-mapped IPv6 address is checked as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
