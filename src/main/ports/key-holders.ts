import { endpointStore } from '#src/journey/endpoints/store.ts'
import { eventKeys } from '#src/journey/inbox/inbox.ts'
import type { KeyHolder } from '#src/platform/seal/sealer.ts'
import { submissionKeys } from '#src/journey/transaction/keys.ts'
import { webhookStore } from '#src/journey/webhooks/store.ts'

/** Every table that stores data keys. */
export const keyHolders: readonly KeyHolder[] = [
  submissionKeys,
  eventKeys,
  webhookStore.keys,
  endpointStore.keys,
]
