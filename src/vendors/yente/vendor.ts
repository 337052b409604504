import { YenteAccount } from './account.ts'
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { createYente } from './adapter.ts'

export const yente = defineCheckVendor({
  name: 'yente',
  config: YenteAccount,
  open: (account: YenteAccount, given) => createYente({ ...account, ...given }),
})
