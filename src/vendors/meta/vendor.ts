import { defineVendor } from '#src/vendors/parts/vendor.ts'
import { createMeta } from './adapter.ts'
import { MetaAccount } from './config.ts'
import { metaHooks } from './hooks.ts'

export const meta = defineVendor({
  name: 'meta',
  config: MetaAccount,
  channelsOf: () => ['whatsapp'],
  open: (account: MetaAccount, given) => createMeta({ ...account, ...given }),
  hooks: metaHooks,
})
