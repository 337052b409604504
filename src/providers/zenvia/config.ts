import { z } from 'zod'
import { approved, failureClasses, secret, shared, url } from '../account-fields.ts'

const pathSecret = z.string().min(16).max(200)

export const ZenviaAccount = z.strictObject({
  vendor: z.literal('zenvia'),
  token: secret,
  /** The last part of our webhook's path: Zenvia signs nothing, so only it and we know the address. */
  secret: z.union([pathSecret, z.array(pathSecret).min(1).max(5)]),
  /** As Zenvia names them: an account's alias for SMS, a sender's id for WhatsApp. */
  senders: z
    .strictObject({ sms: secret.exactOptional(), whatsapp: secret.exactOptional() })
    .refine((senders) => Object.keys(senders).length > 0, { message: 'needs a sender' }),
  baseUrl: url,
  /** `fields` name the message's variables in their order, then the payloads of its options. */
  templates: approved(
    z.strictObject({ templateId: z.string(), fields: z.array(z.string()) }),
  ).exactOptional(),
  failureClasses,
  shared,
})
export type ZenviaAccount = z.output<typeof ZenviaAccount>
