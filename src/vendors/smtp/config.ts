import { z } from 'zod'
import { MailReports } from './reports/config.ts'
import { shared } from '#src/vendors/parts/account-fields.ts'

export const SmtpAccount = z.strictObject({
  vendor: z.literal('smtp'),
  /** For example `smtp://user:password@host:587` or `smtps://…`; `?requireTLS=true` refuses to continue without TLS. */
  url: z.url({ protocol: /^smtps?$/ }),
  /** Display name and address, `Acme <no-reply@acme.example>`. */
  senders: z.strictObject({ email: z.string().min(3).max(320) }),
  /** An HTTP proxy that opens a tunnel to the relay; the proxies of the process are used for HTTP only. */
  proxy: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** The most messages at once, because a relay that does not answer holds each of them for ten seconds. */
  connections: z.int().min(1).max(500).default(20),
  /** The mail service, if it reports bounces and complaints by a webhook. */
  reports: MailReports.exactOptional(),
  shared,
})
export type SmtpAccount = z.output<typeof SmtpAccount>
