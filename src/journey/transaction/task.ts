// What remains to be done of a transaction: small enough to stand in its row, and codes, ids and times alone.
import type { Waiting } from './rules.ts'

/** `local`: on our own database, or a call that is launched. `engine`: work that needs a processor for long. */
export type Lane = 'local' | 'engine'

/** What goes wrong, as codes: with which account, where there is one. */
export type Trouble = { readonly code: string | null; readonly account?: string }

export type Task = {
  /** Names it for ever: what comes again bears its round. */
  readonly key: string
  /** By which a worker knows it. */
  readonly task: string
  /** What is done, for operators: `send SMS question`. The activity's type; without it `task` is. */
  readonly does?: string
  /** What is waited for while it is open; without it, for its time. */
  readonly waits?: Waiting
  /** Which question or step that is, in words: `SMS question`; without it what is done says it. */
  readonly on?: string
  /** Of a vendor: the last try was not taken, or nobody knows. Of `undelivered`: why nobody got the message. */
  readonly trouble?: Trouble
  /** The record or run that it is about. */
  readonly ref: string
  readonly module?: string
  readonly attempt?: number
  /** By the transaction's clock, epoch ms. */
  readonly dueAt: number
  readonly lane: Lane
  /** Begins when nothing else is due or running. */
  readonly last?: true
  /** Due by wall time, whatever the sandbox clock does: moved on with it. */
  readonly leased?: true
  /** The entry that opened it. */
  readonly seq: number
  /** How many workers have died while it was under way, and how many times it was begun alone since. */
  readonly deaths?: number
  readonly alone?: number
  /** Its workflow does not begin it. */
  readonly parked?: Parked
}

/** Why a task is not begun by its workflow, and what it was before. */
export type Parked = Pick<Task, 'dueAt' | 'does' | 'leased'> & {
  /** `turn`: it is begun when nothing else is. `apart`: an operator must let it be tried again. */
  readonly until: 'turn' | 'apart'
}

/** In the order in which they were opened; keys are unique. */
export type Tasks = readonly Task[]

/** The agenda as the workflow is told it. */
export type Agenda = {
  /** Length of the journal. */
  readonly seq: number
  /** The transaction's clock when it was read, epoch ms. */
  readonly now: number
  /** When the workflow looks by itself; null: never. */
  readonly armedAt: number | null
  readonly tasks: Tasks
  /** The pack that was started last, `basic@1`. */
  readonly pack: string | null
  /** How long a task that failed is left alone, and after how many failures it has failed for good. */
  readonly holdMs: number
  /** Each hold of a task is twice the one before, up to so long; where nobody says it, all are alike. */
  readonly holdMaxMs?: number
  readonly failuresMax: number
  /** How long the workflow still stays open when nothing is to be done: counted from the last entry. */
  readonly idleMs: number
  /** At how many events it continues as new. */
  readonly historyMax: number
  /** What was written since the workflow last asked. */
  readonly entries: readonly HistoryEntry[]
  /** As the read has asked: so a history says which code has begun its run, and no marker is needed. */
  readonly named?: true
  /** Nothing is left to be done, and whoever was told so may close: what comes from then on nudges. */
  readonly closed?: true
  /** What operators find it by, and the sentence that they read. */
  readonly waiting?: Waiting | null
  readonly says?: string
  /** Of the pack that was started last, once it has one. */
  readonly outcome?: string | null
  /** Search attributes that the namespace does not have: to write one would fail. */
  readonly lacks?: readonly string[]
}

/** An entry as the event history shows it. */
export type HistoryEntry = {
  readonly seq: number
  readonly kind: string
  readonly module: string | null
  readonly code: string | null
  readonly at: number
}

/** What the workflow asks of a task, and the agenda that it is told after it; null: the transaction is gone. */
export type TaskAsked = {
  readonly id: string
  readonly key: string
  readonly after: number
  /** Where the activity's type is what operators read. */
  readonly task?: string
}
export type TaskAnswer = Agenda | null
