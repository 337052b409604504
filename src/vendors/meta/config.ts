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
  /** The token of the API; several are tried in turn until Meta accepts one. */
  accessToken: secrets,
  /** Signs webhooks. */
  appSecret: secrets,
  /** What we chose when the webhook was set up. */
  verifyToken: secrets,
  /** WhatsApp Business Account: with it Meta is asked how it judges the templates. */
  businessAccountId: z
    .string()
    .regex(/^\d{5,30}$/, 'the digits of a WhatsApp Business Account')
    .exactOptional(),
  /** The number that people see. */
  senderNumber: number,
  graphUrl: url,
  version: z
    .string()
    .regex(/^v\d+\.\d+$/, 'a version like v25.0')
    .exactOptional(),
  // Outside its 24 hours Meta takes nothing but templates.
  templates: approved(
    z.strictObject({ name: z.string(), language: z.string(), ...wording }),
  ).refine((templates) => templates['whatsapp-2fa']?.['pt-BR'] !== undefined, {
    message: 'needs a template for whatsapp-2fa in pt-BR',
  }),
  failureClasses,
  freeForm,
  priceMicros,
  /** What a message costs by the category that a report names, `utility`, in millionths; reports name no price. */
  categoryMicros: z.record(z.string().regex(/^[a-z_]{1,40}$/), z.int().min(0)).exactOptional(),
  shared,
})
export type MetaAccount = z.output<typeof MetaAccount>
