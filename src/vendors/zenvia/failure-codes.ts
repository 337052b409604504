// Maps Zenvia's error codes to our failure classes.
import { byCode } from '#src/journey/calls/failure-classes.ts'

/** Zenvia's names: of its errors, and of the states of a message that failed. */
export const zenviaClasses = byCode({
  account: ['AUTHENTICATION_ERROR', 'NOT_FOUND'],
  content: ['VALIDATION_ERROR', 'DUPLICATED', 'REJECTED'],
  // Said of the device, with a cause that only the carrier knows.
  'recipient-transient': ['NOT_DELIVERED'],
})
