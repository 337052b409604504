import { z } from 'zod'
import { type Hook, signed } from '#src/vendors/parts/vendor.ts'

export const zenviaHooks: readonly Hook[] = [
  {
    path: '/hooks/zenvia',
    operationId: 'takeZenviaEventByHeader',
    summary: 'Hand over an event of Zenvia, with a header',
    description: `For Zenvia, which signs nothing: a header of the subscription proves it. ${signed}`,
    proof: 'signature',
  },
  {
    path: '/hooks/zenvia/{secret}',
    operationId: 'takeZenviaEvent',
    summary: 'Hand over an event of Zenvia',
    description: `For Zenvia, which signs nothing: the path is known to it and to us alone. ${signed}`,
    request: {
      param: z.object({
        secret: z.string().min(1).max(200).meta({ description: 'The secret of the account.' }),
      }),
    },
    proof: 'signature',
  },
]
