// Parses an e-mail address by one rule for what can be sent to, shared by messages, limits, searches and insights.

export type Mailbox = {
  /** As it was written, because only its server knows whether letter case matters. */
  readonly local: string
  /** In small letters; international names in their ASCII form. */
  readonly domain: string
}

/** RFC 5321, 4.5.3.1: what fits into a path, and before the @. */
const [addressMax, localMax] = [254, 64]

/** Invisible characters that copied text brings along. */
const unseen = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu
/** Characters that a parser could take for a list, a group, a header or another address are refused. */
const plainLocal = /^[^\s\p{Cc}@<>,;:"()[\]\\]+$/u
/** The quotation marks are removed; the sender adds them where the syntax needs them (RFC 5321, 4.1.2). */
const quoted = /^"(.+)"$/
const inDomain = /^[^\s\p{Cc}@<>,;:"()[\]\\/?#%]+$/u
/** At least two labels, of which the last is no number, so that no IP address passes. */
const host = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/

/** Undefined for a text that no mail could be sent to. A dot at its end and spaces around it are ignored. */
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

/** Equal for the spellings that reach the same mailbox: letter case, subaddress (RFC 5233), Gmail’s dots. */
export function mailboxKey({ local, domain }: Mailbox): string {
  const bare = withoutSubaddress(local.normalize('NFKC').toLowerCase())
  return gmail.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

/** A local part that begins with a plus has no subaddress, because nothing would remain of it. */
export const withoutSubaddress = (local: string): string => local.replace(/(?<=.)\+.*$/s, '')
