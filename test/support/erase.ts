import { erases } from '#src/journey/lifecycle/erase.ts'
import { capabilities } from '#src/main/capabilities.ts'

/** Erases a transaction as the service does, with the deletions of every capability. */
export const eraseTransaction = erases(capabilities)
