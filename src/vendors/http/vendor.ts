import { HttpAccount } from './account.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createHttpAccount } from './adapter.ts'

export const http = defineCheckVendor({
  name: 'http',
  config: HttpAccount,
  open: (account: HttpAccount, given) => createHttpAccount({ ...account, ...given }),
})
