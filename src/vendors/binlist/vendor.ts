import { BinlistAccount } from './account.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createBinlist } from './adapter.ts'

export const binlist = defineCheckVendor({
  name: 'binlist',
  config: BinlistAccount,
  open: (account: BinlistAccount, given) => createBinlist({ ...account, ...given }),
})
