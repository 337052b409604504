import { z } from 'zod'
import { accountFields, defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createBinlist } from './adapter.ts'

/** A server that answers as binlist.net does. */
export const BinlistAccount = z.strictObject({
  vendor: z.literal('binlist'),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://lookup.binlist.net'),
  ...accountFields,
})
export type BinlistAccount = z.output<typeof BinlistAccount>

export const binlist = defineCheckVendor({
  name: 'binlist',
  config: BinlistAccount,
  open: (account: BinlistAccount, given) => createBinlist({ ...account, ...given }),
})
