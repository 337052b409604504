import type { Channel } from '#src/messaging/wire/channel.ts'
import { defineVendor, signed } from '#src/vendors/parts/vendor.ts'
import type { Hook } from '#src/messaging/inbound/hook.ts'
import { createInfobip } from './adapter.ts'
import { InfobipAccount } from './config.ts'
import { z } from 'zod'

const infobipHooks: readonly Hook[] = [
  {
    path: '/hooks/infobip/{secret}',
    operationId: 'takeInfobipEvents',
    summary: 'Receive an Infobip webhook',
    description: `For Infobip: the path is known to it and to us alone. ${signed}`,
    request: {
      param: z.object({
        secret: z.string().min(1).max(200).meta({ description: 'The secret of the account.' }),
      }),
    },
    bodyLimit: 'callback',
    proof: 'signature',
  },
]

export const infobip = defineVendor({
  name: 'infobip',
  config: InfobipAccount,
  // Safe because the schema knows no senders but those of channels.
  channelsOf: ({ senders }: InfobipAccount) => Object.keys(senders) as Channel[],
  open: (account, given) => createInfobip({ ...account, ...given }),
  hooks: infobipHooks,
})
