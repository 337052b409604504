import { erases } from '#src/journey/lifecycle/erase.ts'
import { capabilities } from '#src/main/capabilities.ts'

/** As the service erases, with what each capability deletes. */
export const eraseTransaction = erases(capabilities)
