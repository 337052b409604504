import { z } from 'zod'
import {
  approved,
  failureClasses,
  freeForm,
  number,
  priceMicros,
  secrets,
  shared,
  url,
  wording,
} from '#src/vendors/parts/account-fields.ts'

export const MetaAccount = z.strictObject({
  vendor: z.literal('meta'),
  phoneNumberId: z.string().regex(/^\d{5,30}$/, 'the digits of a phone number id'),
  /** The token of the API; with several, each is tried until Meta accepts one. */
  accessToken: secrets,
  /** The secret that signs webhooks. */
  appSecret: secrets,
  /** The token that we chose when the webhook was set up. */
  verifyToken: secrets,
  /** The id of the WhatsApp Business Account, with which Meta is asked for the state of templates. */
  businessAccountId: z
    .string()
    .regex(/^\d{5,30}$/, 'the digits of a WhatsApp Business Account')
    .exactOptional(),
  /** The number that people see as the sender. */
  senderNumber: number,
  graphUrl: url,
  version: z
    .string()
    .regex(/^v\d+\.\d+$/, 'a version like v25.0')
    .exactOptional(),
  // Outside the session window Meta accepts only templates.
  templates: approved(
    z.strictObject({ name: z.string(), language: z.string(), ...wording }),
  ).refine((templates) => templates['whatsapp-2fa']?.['pt-BR'] !== undefined, {
    message: 'needs a template for whatsapp-2fa in pt-BR',
  }),
  failureClasses,
  freeForm,
  priceMicros,
  /**
   * The price of a message by the category in its report, such as `utility`, in millionths, because reports contain no
   * price.
   */
  categoryMicros: z.record(z.string().regex(/^[a-z_]{1,40}$/), z.int().min(0)).exactOptional(),
  shared,
})
export type MetaAccount = z.output<typeof MetaAccount>
