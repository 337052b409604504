// An e-mail address as its parts, read once and strictly.
import { domainToASCII } from 'node:url'
import { z } from 'zod'

export type Mailbox = {
  /** In small letters. */
  readonly local: string
  /** In small letters, international names as their ASCII form. */
  readonly domain: string
}

const syntax = z.email()
const addressMax = 254
const localMax = 64

/** Undefined for what no mail could be sent to. */
export function parseMailbox(given: string): Mailbox | undefined {
  const text = given.trim()
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > addressMax || at > localMax) return undefined
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase()
  const local = text.slice(0, at)
  if (!syntax.safeParse(`${local}@${domain}`).success) return undefined
  return { local: local.toLowerCase(), domain }
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** One and the same for the spellings that reach one mailbox: without a tag, for Gmail without dots. */
export function mailboxKey({ local, domain }: Mailbox): string {
  const bare = withoutSubaddress(local)
  return gmail.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

export const withoutSubaddress = (local: string): string => local.replace(/(?<=.)\+.*$/, '')

/** Where a post of a company is written to, in any of the languages that our users write. */
const roleParts: ReadonlySet<string> = new Set(
  `abuse accounting admin administrator billing careers compliance contact faq feedback finance hello help
  helpdesk hostmaster hr info jobs legal mailer-daemon marketing media news newsletter no-reply noreply office
  orders partners postmaster press privacy purchasing root sales security service shop spam staff support
  team webmaster
  administracao atendimento cobranca comercial compras contabilidade contato diretoria faturamento financeiro
  fiscal juridico naoresponda ouvidoria recepcao rh sac secretaria suporte vendas
  administracion contacto facturacion soporte ventas`.split(/\s+/),
)

export const isRole = ({ local }: Mailbox): boolean => roleParts.has(withoutSubaddress(local))
