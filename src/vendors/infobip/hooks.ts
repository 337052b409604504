import { z } from 'zod'
import { type Hook, signed } from '#src/vendors/parts/vendor.ts'

export const infobipHooks: readonly Hook[] = [
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
