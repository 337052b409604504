// Classifies e-mail addresses: free, disposable and often mistyped domains, by the list of a package and our own for
// Brazil, and addresses of roles, which belong to no person.
import mailchecker from 'mailchecker'
import { type Mailbox, withoutSubaddress } from '#src/journey/transaction/mailbox.ts'

const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const free = listOf(`
  gmail.com googlemail.com outlook.com outlook.com.br hotmail.com hotmail.com.br live.com msn.com
  yahoo.com yahoo.com.br ymail.com rocketmail.com icloud.com me.com mac.com aol.com mail.com email.com
  gmx.com gmx.net gmx.de web.de proton.me protonmail.com pm.me tutanota.com tuta.com zoho.com zohomail.com
  yandex.com yandex.ru mail.ru fastmail.com hey.com
  uol.com.br bol.com.br terra.com.br ig.com.br zipmail.com.br globo.com globomail.com r7.com oi.com.br
  click21.com.br superig.com.br ibest.com.br folha.com.br pop.com.br brturbo.com.br veloxmail.com.br
  hotmail.es hotmail.fr hotmail.it hotmail.co.uk outlook.es outlook.pt outlook.fr outlook.de live.com.pt
  yahoo.es yahoo.fr yahoo.it yahoo.co.uk yahoo.de sapo.pt mail.pt libero.it orange.fr free.fr wanadoo.fr
  qq.com 163.com 126.com naver.com`)

/** Services that forward to a real, hidden address. Lists call their domains disposable, but their users keep them. */
const aliases = listOf(`
  duck.com mozmail.com simplelogin.com simplelogin.io aleeas.com slmail.me addy.io anonaddy.com anonaddy.me
  privaterelay.appleid.com passmail.net firefox.com relay.firefox.com`)

/** The domains that people mean when they mistype one. */
const often = [
  ...listOf(`gmail.com hotmail.com hotmail.com.br outlook.com outlook.com.br live.com yahoo.com yahoo.com.br
  icloud.com uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com r7.com oi.com.br msn.com
  zipmail.com.br protonmail.com`),
]
/** Real domains that are one character away from those. */
const neighbours = listOf(`
  mail.com ymail.com email.com me.com live.com.pt hotmail.co gmx.com r7.com.br g7.com bol.com.ar aol.com
  outlook.co yahoo.co uol.com.ar`)
const knownMistakes = listOf(`gmail.com.br`)

export const isFree = (domain: string): boolean => free.has(domain)

/** The package's list also holds some domains that everybody uses. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split('.')
  // The domain and its parent domains, without the top-level domain.
  const parents = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  if (parents.some((one) => aliases.has(one))) return false
  return !isFree(domain) && parents.some((one) => throwAway().has(one))
}

let list: ReadonlySet<string> | undefined
const throwAway = () => (list ??= new Set(mailchecker.blacklist()))

/** Whether the domain is one character away from a widely used one, and no known domain itself. */
export function isMistyped(domain: string): boolean {
  if (knownMistakes.has(domain)) return true
  if (isFree(domain) || neighbours.has(domain)) return false
  return often.some((one) => isOneEditApart(domain, one))
}

/** Whether one character was inserted, left out, replaced, or swapped with the next. */
export function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short === long || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = (text: string, from: number) => text.slice(from)
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1)
  if (rest(short, at + 1) === rest(long, at + 1)) return true
  const exchanged = short[at] === long[at + 1] && short[at + 1] === long[at]
  return exchanged && rest(short, at + 2) === rest(long, at + 2)
}

/** Names of mailboxes for a company's roles, in all languages that our users write. */
const roleParts: ReadonlySet<string> = new Set(
  `abuse accounting admin administrator billing careers compliance contact faq feedback finance hello help
  helpdesk hostmaster hr info jobs legal mailer-daemon marketing media news newsletter no-reply noreply office
  orders partners postmaster press privacy purchasing root sales security service shop spam staff support
  team webmaster
  administracao atendimento cobranca comercial compras contabilidade contato diretoria faturamento financeiro
  fiscal juridico naoresponda ouvidoria recepcao rh sac secretaria suporte vendas
  administracion contacto facturacion soporte ventas`.split(/\s+/),
)

export const isRole = ({ local }: Mailbox): boolean =>
  roleParts.has(withoutSubaddress(local.toLowerCase()))
