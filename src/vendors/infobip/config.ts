import { z } from 'zod'
import {
  approved,
  number,
  pathSecrets,
  phoneAccount,
  secret,
  secrets,
  wording,
} from '#src/vendors/parts/account-fields.ts'

export const InfobipAccount = z
  .strictObject({
    vendor: z.literal('infobip'),
    /** The account's own address, `https://xyz123.api.infobip.com`. */
    baseUrl: z.url({ protocol: /^https?$/ }),
    apiKey: secrets,
    /** The last part of our webhook's path, which is known only to Infobip and us. */
    secret: pathSecrets,
    /** A number or a registered name for SMS, a number for WhatsApp. */
    senders: z
      .strictObject({ sms: secret.exactOptional(), whatsapp: number.exactOptional() })
      .refine((senders) => Object.keys(senders).length > 0, { message: 'needs a sender' }),
    /** The template's quick replies take the payloads of our options. */
    templates: approved(
      z.strictObject({ name: z.string(), language: z.string(), ...wording }),
    ).exactOptional(),
    ...phoneAccount,
  })
  .refine(
    ({ senders, oneWay: isOneWay }) =>
      isOneWay || senders.sms === undefined || !/[A-Za-z]/.test(senders.sms),
    {
      message: 'a name cannot be answered: with "oneWay": true it carries tokens, and no questions',
      path: ['senders', 'sms'],
    },
  )
export type InfobipAccount = z.output<typeof InfobipAccount>
