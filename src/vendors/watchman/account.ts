// What the configuration says of an account of this vendor.
import { z } from 'zod'
import { accountFields } from '#src/vendors/parts/check-vendor.ts'

/** A server of moov-io/watchman, version 2. */
export const WatchmanAccount = z.strictObject({
  vendor: z.literal('watchman'),
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** From which score on an entry counts as the same. */
  minMatch: z.number().min(0.5).max(1).default(0.85),
  ...accountFields,
})
export type WatchmanAccount = z.output<typeof WatchmanAccount>
