import { z } from 'zod'
import {
  approved,
  pathSecrets,
  phoneAccount,
  secret,
  secrets,
  url,
  wording,
} from '#src/vendors/parts/account-fields.ts'

export const ZenviaAccount = z
  .strictObject({
    vendor: z.literal('zenvia'),
    /** The token of the API; with several, each is tried until Zenvia accepts one. */
    token: secrets,
    /** A header that the subscription sends with each event; it may be `authorization`. */
    webhookHeader: z
      .strictObject({ name: z.string().regex(/^[A-Za-z0-9-]{1,60}$/), value: secrets })
      .exactOptional(),
    /**
     * The last part of our webhook's path, used when the subscription can send no header, because Zenvia signs nothing.
     */
    secret: pathSecrets.exactOptional(),
    /** In Zenvia's notation: an account's alias for SMS, a sender's id for WhatsApp. */
    senders: z
      .strictObject({ sms: secret.exactOptional(), whatsapp: secret.exactOptional() })
      .refine((senders) => Object.keys(senders).length > 0, { message: 'needs a sender' }),
    baseUrl: url,
    /** `fields` name the message's variables in their order, and then the payloads of its options. */
    templates: approved(
      z.strictObject({ templateId: z.string(), fields: z.array(z.string()), ...wording }),
    ).exactOptional(),
    ...phoneAccount,
  })
  .refine(({ webhookHeader, secret: path }) => webhookHeader ?? path, {
    message: 'needs a webhookHeader, or a secret in the path',
    path: ['webhookHeader'],
  })
export type ZenviaAccount = z.output<typeof ZenviaAccount>
