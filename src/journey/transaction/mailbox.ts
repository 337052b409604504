// An e-mail address as its parts, by one rule of what can be written to: for messages, limits, searches and insights.

export type Mailbox = {
  /** As it was written, because its server alone knows whether the case of letters counts. */
  readonly local: string
  /** In small letters, international names as their ASCII form. */
  readonly domain: string
}

/** RFC 5321, 4.5.3.1: what fits into a path, and before the @. */
const [addressMax, localMax] = [254, 64]

/** Marks that nobody sees, which a copied text brings along. */
const unseen = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu
/** Text that a parser could take for a list, a group, a header or another address is none. */
const plainLocal = /^[^\s\p{Cc}@<>,;:"()[\]\\]+$/u
/** Quotation marks are no part of the name; whoever sends adds them where the syntax asks (RFC 5321, 4.1.2). */
const quoted = /^"(.+)"$/
const inDomain = /^[^\s\p{Cc}@<>,;:"()[\]\\/?#%]+$/u
/** At least two names, and the last is no number, of which an address of a machine would be made. */
const host = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/

/** Undefined for what no mail could be sent to. A dot behind it, and spaces around it, are no part of it. */
export function parseMailbox(given: string): Mailbox | undefined {
  const text = given.normalize('NFC').replaceAll(unseen, '').trim()
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0)).replace(quoted, '$1')
  const named = text.slice(at + 1).replace(/[.。]$/, '')
  if (!plainLocal.test(local) || !inDomain.test(named)) return undefined
  const domain = URL.parse(`http://${named}`)?.hostname ?? ''
  const isShort = Buffer.byteLength(local) <= localMax && local.length + domain.length < addressMax
  return isShort && host.test(domain) ? { local, domain } : undefined
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** One and the same for the spellings that reach one mailbox: letter case, subaddress (RFC 5233), Gmail’s dots. */
export function mailboxKey({ local, domain }: Mailbox): string {
  const bare = withoutSubaddress(local.normalize('NFKC').toLowerCase())
  return gmail.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

/** A local part that begins with a plus has no subaddress. */
export const withoutSubaddress = (local: string): string => local.replace(/(?<=.)\+.*$/s, '')
