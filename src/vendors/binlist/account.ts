// What the configuration says of an account of this vendor.
import { z } from 'zod'
import { accountFields } from '#src/vendors/parts/check-vendor.ts'

/** A server that answers as binlist.net does. */
export const BinlistAccount = z.strictObject({
  vendor: z.literal('binlist'),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://lookup.binlist.net'),
  ...accountFields,
})
export type BinlistAccount = z.output<typeof BinlistAccount>
