// Names that live in histories and between processes. A rename breaks running workflows.
import { defineSearchAttributeKey } from '@temporalio/common'
import { defineQuery, defineSignal } from '@temporalio/workflow'
import type { Agenda } from '#src/journey/transaction/task.ts'

export const workflowType = 'transaction'
export const workflowId = (transactionId: string): string => `transaction/${transactionId}`

export const backtestWorkflowType = 'backtest'
export const backtestWorkflowId = (id: string): string => `backtest/${id}`

/** What has changed, for whoever reads a history. */
export type NudgeCode = 'reply' | 'client' | 'vendor' | 'engine' | 'clock' | 'sweep'

/** "Look at your agenda": what it carries nobody acts on. */
export const nudge = defineSignal<[NudgeCode?]>('nudge')

/** The agenda as the workflow was last told it: ids, codes and times. */
export const agendaQuery = defineQuery<Agenda | null>('agenda')

/** Engine tasks have a queue of their own, so that they fill nobody else's slots. */
export const engineQueue = (taskQueue: string): string => `${taskQueue}-engines`

/** Batches of backtests have a queue of their own: nobody waits behind them. */
export const backtestQueue = (taskQueue: string): string => `${taskQueue}-backtests`

export const searchAttributes = {
  tenant: defineSearchAttributeKey('Tenant', 'KEYWORD'),
  /** The pack that was started last, `basic@1`. */
  pack: defineSearchAttributeKey('Pack', 'KEYWORD'),
  /** A code, as of the last read: `waitings` in `src/journey/transaction/rules.ts` has them. */
  waiting: defineSearchAttributeKey('Waiting', 'KEYWORD'),
  /** Of that pack's run: what it or a person has decided, or how it has ended. */
  outcome: defineSearchAttributeKey('Outcome', 'KEYWORD'),
} as const

/** Runs of earlier releases were started with it, and end with it: `open` or `idle`. */
export const formerStatus = defineSearchAttributeKey('TxStatus', 'KEYWORD')
