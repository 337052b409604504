// Normalises an address to its mailbox, for limits alone: a message goes to the address as given.
import { domainToASCII } from 'node:url'

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** One and the same for every spelling: letter case, a subaddress (RFC 5233), Gmail's dots, and how the domain is written. */
export function toMailbox(address: string): string {
  const given = address.trim().normalize('NFKC')
  const at = given.lastIndexOf('@')
  const local = withoutSubaddress(given.slice(0, Math.max(at, 0)).toLowerCase())
  const domain = toDomain(given.slice(at + 1))
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** A local part that begins with a plus has no subaddress. */
const withoutSubaddress = (local: string) => local.replace(/(?<=.)\+.*$/s, '')

/** In ASCII, and without the dot of the root at its end; as it stands where it is no domain. */
function toDomain(text: string): string {
  const ascii = domainToASCII(text) || text.toLowerCase()
  return ascii.replace(/\.+$/, '')
}
