import { defineVendor } from '#src/vendors/parts/vendor.ts'
import { createSmtp } from './adapter.ts'
import { SmtpAccount } from './config.ts'
import { reportHooks } from './reports/hooks.ts'
import { smtpHooks } from './hooks.ts'

export const smtp = defineVendor({
  name: 'smtp',
  config: SmtpAccount,
  channelsOf: () => ['email'],
  open: (account: SmtpAccount, given) => createSmtp({ ...account, ...given }),
  hooks: [...smtpHooks, ...reportHooks],
})
