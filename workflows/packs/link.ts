import { emailToken } from '#src/messaging/email-token/rules.ts'
import { facialBiometrics } from '#src/biometrics/liveness/rules.ts'
import { aiDocs } from '#src/biometrics/redoc/rules.ts'
import { phoneConfirmation } from '#src/messaging/two-factor/rules.ts'
import { definePack, module, parallel } from '#src/packs/document/define.ts'

/** What a verification link asks of a person, in this order; nothing of it holds up the rest. */
export const link = definePack(
  'link',
  1,
  parallel(module(emailToken), module(phoneConfirmation), module(aiDocs), module(facialBiometrics)),
)
