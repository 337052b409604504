import { defineVendor, signed } from '#src/vendors/parts/vendor.ts'
import type { Hook } from '#src/messaging/inbound/hook.ts'
import { createMeta } from './adapter.ts'
import { MetaAccount } from './config.ts'
import { z } from 'zod'

const metaHooks: readonly Hook[] = [
  {
    path: '/hooks/meta',
    operationId: 'proveMetaWebhook',
    summary: 'Verify the Meta webhook',
    description: 'Answers the challenge when the token is the one of an account.',
    request: {
      query: z.object({
        'hub.mode': z.literal('subscribe').meta({ description: 'What Meta wants to do.' }),
        'hub.challenge': z
          .string()
          .regex(/^[\w.~-]{1,200}$/)
          .meta({ description: 'What comes back as it is.' }),
        'hub.verify_token': z.string().max(1_000).meta({ description: 'What we gave to Meta.' }),
      }),
    },
    proof: 'handshake',
  },
  {
    path: '/hooks/meta',
    operationId: 'takeMetaEvents',
    summary: 'Receive a Meta webhook',
    description: `For Meta: JSON with \`X-Hub-Signature-256\` over its bytes, at most 3 MiB. ${signed}`,
    bodyLimit: 'callback',
    proof: 'signature',
  },
]

export const meta = defineVendor({
  name: 'meta',
  config: MetaAccount,
  channelsOf: () => ['whatsapp'],
  open: (account: MetaAccount, given) => createMeta({ ...account, ...given }),
  hooks: metaHooks,
})
