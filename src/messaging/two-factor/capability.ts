import type { Capability } from '#src/journey/capabilities/capability.ts'
import { phoneConfirmationModule } from './module.ts'

export const phoneConfirmation: Capability = {
  name: 'phone-confirmation',
  module: phoneConfirmationModule,
}
