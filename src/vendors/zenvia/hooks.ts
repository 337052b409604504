import { z } from 'zod'
import { type Hook, signed } from '#src/vendors/parts/vendor.ts'

export const zenviaHooks: readonly Hook[] = [
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
