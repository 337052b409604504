import { eventKeys } from '#src/callbacks/inbox.ts'
import type { KeyHolder } from '#src/seal/holder.ts'
import { submissionKeys } from '#src/transaction/keys.ts'

/** Every table that keeps data keys. */
export const keyHolders: readonly KeyHolder[] = [submissionKeys, eventKeys]
