// Names that live in histories and between processes. A rename breaks running workflows.
import { defineSearchAttributeKey } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'
import type { ActLeft } from '#src/journey/transaction/act.ts'
import type { Act } from '#src/journey/transaction/rules.ts'
import type { Agenda, HistoryEntry } from '#src/journey/transaction/task.ts'

export const workflowType = 'transaction'
export const workflowId = (transactionId: string): string => `transaction/${transactionId}`

export const backtestWorkflowType = 'backtest'
export const backtestWorkflowId = (id: string): string => `backtest/${id}`

/** Why this run replaced another one that still had work. */
export type AnewReason = 'died' | 'ended' | 'hung' | 'stuck'

/** Contains only ids, codes and times, because the history stores it. */
export type TransactionInput = {
  readonly id: string
  /** Summary and link in Markdown, because a continued run has none at the server. */
  readonly about?: string
  /** Set when this run replaces another one, so that its history shows the reason. */
  readonly anew?: AnewReason
  /** The previous run, which was cancelled before it ended its open work; this run ends it. */
  readonly ends?: string
  /** The cause of the start, if no signal brings it. */
  readonly by?: NudgeCode
  /** The agenda after the commit that found no run: the first local task begins without a read. */
  readonly told?: FirstAgenda
}

/** `after`: the last journal entry that earlier runs know. */
export type FirstAgenda = { readonly agenda: Agenda; readonly after: number }

/** The end of a run in codes: the pack that was started last, its outcome, and why the run ended. */
export type TransactionResult = {
  readonly pack: string | null
  readonly outcome: string | null
  /** `gone`: the transaction is erased, or the database does not know it. */
  readonly reason: 'nothing-left' | 'gone'
}

/** The cause of a nudge, for readers of a history. */
export type NudgeCode = 'reply' | 'client' | 'vendor' | 'engine' | 'clock' | 'sweep' | 'closed'

/** The sweep's finding about a run with nothing left; `seq` is the last entry that it saw. */
export type NothingLeft = {
  readonly seq: number
  readonly pack: string | null
  readonly outcome: string | null
  /** The journal’s entries that no run of the workflow knows. */
  readonly entries: readonly HistoryEntry[]
}

/**
 * Wakes the workflow to read its agenda. Only the code `closed` has an effect of its own: it ends a run that knows no
 * later entry than the sweep saw.
 */
export const nudge = defineSignal<[NudgeCode?, NothingLeft?]>('nudge')

/** The agenda that the workflow knows: ids, codes and times. */
export const agendaQuery = defineQuery<Agenda | null>('agenda')

/** For people: what happened before the last read, and what follows. */
export const readAgendaQuery = defineQuery<{ came: string[]; follows: string[] }>('readAgenda')

/** A code, because the history stores it: small letters, digits and hyphens, at most 40 characters. */
export type ActUpdate = { readonly reason: string }

export const actUpdates = {
  pause: defineUpdate<ActLeft, [ActUpdate]>('pause'),
  resume: defineUpdate<ActLeft, [ActUpdate]>('resume'),
  'try-now': defineUpdate<ActLeft, [ActUpdate]>('try-now'),
  end: defineUpdate<ActLeft, [ActUpdate]>('end'),
} as const satisfies Record<Act, unknown>

/** Engine tasks have a queue of their own, so that they take no slots of other tasks. */
export const engineQueue = (taskQueue: string): string => `${taskQueue}-engines`

/** Batches of backtests have a queue of their own, so that no other task waits behind them. */
export const backtestQueue = (taskQueue: string): string => `${taskQueue}-backtests`

export const searchAttributes = {
  tenant: defineSearchAttributeKey('Tenant', 'KEYWORD'),
  /** The pack that was started last, such as `basic@1`. */
  pack: defineSearchAttributeKey('Pack', 'KEYWORD'),
  /** A code of `waitings` in `src/journey/transaction/rules.ts`, at the last read. */
  waiting: defineSearchAttributeKey('Waiting', 'KEYWORD'),
  /** The decision of the pack's run or of a person, otherwise how the run ended. */
  outcome: defineSearchAttributeKey('Outcome', 'KEYWORD'),
  /** The id of the transaction whose run created this one. */
  parent: defineSearchAttributeKey('Parent', 'KEYWORD'),
} as const
