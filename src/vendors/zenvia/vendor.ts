import type { Channel } from '#src/messaging/challenges/port.ts'
import { defineVendor } from '#src/vendors/parts/vendor.ts'
import { createZenvia } from './adapter.ts'
import { ZenviaAccount } from './config.ts'
import { zenviaHooks } from './hooks.ts'

export const zenvia = defineVendor({
  name: 'zenvia',
  config: ZenviaAccount,
  // Safe because the schema knows no senders but those of channels.
  channelsOf: ({ senders }: ZenviaAccount) => Object.keys(senders) as Channel[],
  open: (account, given) => createZenvia({ ...account, ...given }),
  hooks: zenviaHooks,
})
