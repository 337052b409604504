import { WatchmanAccount } from './account.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createWatchman } from './adapter.ts'

export const watchman = defineCheckVendor({
  name: 'watchman',
  config: WatchmanAccount,
  open: (account: WatchmanAccount, given) => createWatchman({ ...account, ...given }),
})
