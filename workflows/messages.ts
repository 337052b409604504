// Names that live in histories and between processes. A rename breaks running workflows.
import { defineSearchAttributeKey } from '@temporalio/common'
import { defineQuery, defineSignal } from '@temporalio/workflow'
import type { State } from './fold.ts'

export const workflowType = 'transaction'
export const workflowId = (transactionId: string): string => `transaction/${transactionId}`

/** "Look at your journal": carries nothing. */
export const nudge = defineSignal('nudge')

/** The folded state: ids, codes and times. */
export const stateQuery = defineQuery<State>('state')

/** Vendor calls have a queue of their own, so that a hung vendor fills nobody else's slots. */
export const vendorQueue = (taskQueue: string): string => `${taskQueue}-vendors`

export const searchAttributes = {
  tenant: defineSearchAttributeKey('Tenant', 'KEYWORD'),
  /** `open` or `idle`. */
  status: defineSearchAttributeKey('TxStatus', 'KEYWORD'),
  /** The pack that was started last, `basic@1`. */
  pack: defineSearchAttributeKey('Pack', 'KEYWORD'),
} as const
