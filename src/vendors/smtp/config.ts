import { z } from 'zod'
import { MailReports } from './reports/config.ts'
import { shared } from '#src/vendors/parts/account-fields.ts'

export const SmtpAccount = z.strictObject({
  vendor: z.literal('smtp'),
  /** `smtp://user:password@host:587` or `smtps://…`; `?requireTLS=true` refuses to go on in the clear. */
  url: z.url({ protocol: /^smtps?$/ }),
  /** Display name and address, `Acme <no-reply@acme.example>`. */
  senders: z.strictObject({ email: z.string().min(3).max(320) }),
  /** An HTTP proxy that opens a tunnel to the relay; those of the process are for HTTP alone. */
  proxy: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** How many messages may be under way at once: a relay that hangs holds each of its own for ten seconds. */
  connections: z.int().min(1).max(500).default(20),
  /** The mail service, where it reports bounces and complaints by a webhook of its own. */
  reports: MailReports.exactOptional(),
  shared,
})
export type SmtpAccount = z.output<typeof SmtpAccount>
