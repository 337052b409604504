// Names that live in histories and between processes. A rename breaks running workflows.
import { defineSearchAttributeKey } from '@temporalio/common'
import { defineQuery, defineSignal } from '@temporalio/workflow'
import type { Agenda } from '#src/journey/agenda/task.ts'

export const workflowType = 'transaction'
export const workflowId = (transactionId: string): string => `transaction/${transactionId}`

export const backtestWorkflowType = 'backtest'
export const backtestWorkflowId = (id: string): string => `backtest/${id}`

/** "Look at your agenda": carries nothing. */
export const nudge = defineSignal('nudge')

/** The agenda as the workflow was last told it: ids, codes and times. */
export const agendaQuery = defineQuery<Agenda | null>('agenda')

/** Engine tasks have a queue of their own, so that they fill nobody else's slots. */
export const engineQueue = (taskQueue: string): string => `${taskQueue}-engines`

/** Batches of backtests have a queue of their own: nobody waits behind them. */
export const backtestQueue = (taskQueue: string): string => `${taskQueue}-backtests`

export const searchAttributes = {
  tenant: defineSearchAttributeKey('Tenant', 'KEYWORD'),
  /** `open` or `idle`. */
  status: defineSearchAttributeKey('TxStatus', 'KEYWORD'),
  /** The pack that was started last, `basic@1`. */
  pack: defineSearchAttributeKey('Pack', 'KEYWORD'),
} as const
