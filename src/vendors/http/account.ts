// What the configuration says of an account of this vendor.
import { z } from 'zod'
import { accountFields } from '#src/vendors/parts/check-vendor.ts'

/** A vendor with a JSON API that a file describes: attached without code. */
export const HttpAccount = z.strictObject({
  vendor: z.literal('http'),
  /** From the folder of the configuration. */
  file: z.string().min(1),
  /** What the file refers to: the secret itself, or a file with it. */
  secrets: z
    .record(z.string(), z.union([z.string().min(1), z.strictObject({ file: z.string().min(1) })]))
    .default({}),
  /** What a repeat of a purchase with an unknown outcome does. */
  repeat: z.enum(['safe', 'key', 'lookup', 'never']).default('never'),
  ...accountFields,
})
export type HttpAccount = z.output<typeof HttpAccount>
