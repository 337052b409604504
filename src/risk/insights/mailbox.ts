// Addresses of posts, which are no person's.
import { type Mailbox, withoutSubaddress } from '#src/journey/transaction/mailbox.ts'

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

export const isRole = ({ local }: Mailbox): boolean =>
  roleParts.has(withoutSubaddress(local.toLowerCase()))
