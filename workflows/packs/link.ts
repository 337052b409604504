import { emailToken } from '#src/modules/email-token/rules.ts'
import { facialBiometrics } from '#src/modules/liveness/rules.ts'
import { aiDocs } from '#src/modules/redoc/rules.ts'
import { phoneConfirmation } from '#src/modules/two-factor/rules.ts'
import { definePack, module, parallel } from './define.ts'

/** What a verification link asks of a person, in this order; nothing of it holds up the rest. */
export const link = definePack(
  'link',
  1,
  parallel(module(emailToken), module(phoneConfirmation), module(aiDocs), module(facialBiometrics)),
)
