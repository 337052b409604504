// Maps Zenvia's error codes to our failure classes.
import { byCode } from '#src/vendors/parts/failure-classes.ts'

/** Zenvia's names for its errors and for the states of failed messages. */
export const zenviaClasses = byCode({
  // `REJECTED` is a message that Zenvia stops itself, for its sender, balance or registration.
  account: ['AUTHENTICATION_ERROR', 'NOT_FOUND', 'REJECTED'],
  content: ['VALIDATION_ERROR', 'DUPLICATED'],
  // A failure at the device, for a reason that only the carrier knows.
  'recipient-transient': ['NOT_DELIVERED'],
})
