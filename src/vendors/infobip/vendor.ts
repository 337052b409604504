import type { Channel } from '#src/messaging/challenges/port.ts'
import { defineVendor } from '#src/vendors/parts/vendor.ts'
import { createInfobip } from './adapter.ts'
import { InfobipAccount } from './config.ts'
import { infobipHooks } from './hooks.ts'

export const infobip = defineVendor({
  name: 'infobip',
  config: InfobipAccount,
  // Safe because the schema knows no senders but those of channels.
  channelsOf: ({ senders }: InfobipAccount) => Object.keys(senders) as Channel[],
  open: (account, given) => createInfobip({ ...account, ...given }),
  hooks: infobipHooks,
})
