// What the configuration says of an account of this vendor.
import { z } from 'zod'
import { accountFields } from '#src/vendors/parts/check-vendor.ts'
import { secret } from '#src/vendors/parts/account-fields.ts'

/** A server of OpenSanctions' matching API: an own one, or the hosted one with its key. */
export const YenteAccount = z.strictObject({
  vendor: z.literal('yente'),
  baseUrl: z.url({ protocol: /^https?$/ }),
  dataset: z
    .string()
    .regex(/^[a-z0-9_]{1,100}$/)
    .default('default'),
  apiKey: secret.exactOptional(),
  /** From which score on an entry counts as the same. */
  threshold: z.number().min(0).max(1).default(0.7),
  algorithm: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .exactOptional(),
  /** The hosted one is billed for each query. */
  repeat: z.enum(['safe', 'never']).default('safe'),
  ...accountFields,
})
export type YenteAccount = z.output<typeof YenteAccount>
