import { eventKeys } from '#src/journey/inbox/inbox.ts'
import type { KeyHolder } from '#src/platform/seal/sealer.ts'
import { submissionKeys } from '#src/journey/transaction/keys.ts'
import { webhookKeys } from '#src/journey/webhooks/secrets.ts'

/** Every table that stores data keys. */
export const keyHolders: readonly KeyHolder[] = [submissionKeys, eventKeys, webhookKeys]
