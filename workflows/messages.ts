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

/** Why a run took the place of another that had work left. */
export type AnewReason = 'died' | 'ended' | 'hung' | 'stuck'

/** Ids, codes and times. */
export type TransactionInput = {
  readonly id: string
  /** Summary and link in Markdown: a run that continues has none of its own at the server. */
  readonly about?: string
  /** The row counted on another run when this one was asked for: it says so where it really begins. */
  readonly anew?: AnewReason
  /** The run before it, which was cancelled and has not ended what is open: this one does. */
  readonly ends?: string
  /** What has changed, where no signal says it. */
  readonly by?: NudgeCode
  /** The agenda as a commit has left it that found no run: its first local task is begun without a read. */
  readonly told?: FirstAgenda
}

/** `after`: the last entry that runs were told before it. */
export type FirstAgenda = { readonly agenda: Agenda; readonly after: number }

/** How a run has ended, in codes: the pack that was started last, what came of it, and why the run ended. */
export type TransactionResult = {
  readonly pack: string | null
  readonly outcome: string | null
  /** `gone`: the transaction is erased, or the database does not know it. */
  readonly reason: 'nothing-left' | 'gone'
}

/** What has changed, for whoever reads a history. */
export type NudgeCode = 'reply' | 'client' | 'vendor' | 'engine' | 'clock' | 'sweep' | 'closed'

/** What the sweep has found of a run with nothing left; `seq` is the last entry that it saw. */
export type NothingLeft = {
  readonly seq: number
  readonly pack: string | null
  readonly outcome: string | null
  /** The journal’s entries that no run of the workflow was told. */
  readonly entries: readonly HistoryEntry[]
}

/**
 * "Look at your agenda": nobody acts on the code, but for `closed`, by which a run ends that was told no later entry than the
 * sweep saw.
 */
export const nudge = defineSignal<[NudgeCode?, NothingLeft?]>('nudge')

/** The agenda as the workflow was last told it: ids, codes and times. */
export const agendaQuery = defineQuery<Agenda | null>('agenda')

/** For people: what came before the last look, and what follows. */
export const readAgendaQuery = defineQuery<{ came: string[]; follows: string[] }>('readAgenda')

/** A code, because it stands in the history: small letters, digits and hyphens, 40 at most. */
export type ActUpdate = { readonly reason: string }

export const actUpdates = {
  pause: defineUpdate<ActLeft, [ActUpdate]>('pause'),
  resume: defineUpdate<ActLeft, [ActUpdate]>('resume'),
  'try-now': defineUpdate<ActLeft, [ActUpdate]>('try-now'),
  end: defineUpdate<ActLeft, [ActUpdate]>('end'),
} as const satisfies Record<Act, unknown>

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
  /** What the run of that pack or a person has decided, or how the run has ended. */
  outcome: defineSearchAttributeKey('Outcome', 'KEYWORD'),
  /** The id of the transaction whose run has made this one. */
  parent: defineSearchAttributeKey('Parent', 'KEYWORD'),
} as const
