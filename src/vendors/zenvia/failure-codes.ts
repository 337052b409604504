// Maps Zenvia's error codes to our failure classes.
import { byCode } from '#src/vendors/parts/failure-classes.ts'

/** Zenvia's names: of its errors, and of the states of a message that failed. */
export const zenviaClasses = byCode({
  // Rejected is a message before it goes anywhere: for its sender, its balance or its registration.
  account: ['AUTHENTICATION_ERROR', 'NOT_FOUND', 'REJECTED'],
  content: ['VALIDATION_ERROR', 'DUPLICATED'],
  // Said of the device, with a cause that only the carrier knows.
  'recipient-transient': ['NOT_DELIVERED'],
})
