import type { Channel } from '#src/messaging/wire/channel.ts'
import { defineVendor, signed } from '#src/vendors/parts/vendor.ts'
import type { Hook } from '#src/messaging/inbound/hook.ts'
import { createZenvia } from './adapter.ts'
import { ZenviaAccount } from './config.ts'
import { z } from 'zod'

const zenviaHooks: readonly Hook[] = [
  {
    path: '/hooks/zenvia',
    operationId: 'takeZenviaEventByHeader',
    summary: 'Receive a Zenvia webhook, authenticated by a header',
    description: `For Zenvia, which signs nothing: a header of the subscription proves it. ${signed}`,
    bodyLimit: 'json',
    proof: 'signature',
  },
  {
    path: '/hooks/zenvia/{secret}',
    operationId: 'takeZenviaEvent',
    summary: 'Receive a Zenvia webhook',
    description: `For Zenvia, which signs nothing: the path is known to it and to us alone. ${signed}`,
    request: {
      param: z.object({
        secret: z.string().min(1).max(200).meta({ description: 'The secret of the account.' }),
      }),
    },
    bodyLimit: 'json',
    proof: 'signature',
  },
]

export const zenvia = defineVendor({
  name: 'zenvia',
  config: ZenviaAccount,
  // Safe because the schema knows no senders but those of channels.
  channelsOf: ({ senders }: ZenviaAccount) => Object.keys(senders) as Channel[],
  open: (account, given) => createZenvia({ ...account, ...given }),
  hooks: zenviaHooks,
})
