// The remaining work of a transaction: small enough for its row, with codes, ids and times only.
import type { Waiting } from './rules.ts'

/** `local`: work on our own database, or the start of a call. `engine`: work that needs a processor for long. */
export type Lane = 'local' | 'engine'

/** A problem as a code, with the account that it concerns, if any. */
export type Trouble = { readonly code: string | null; readonly account?: string }

export type Task = {
  /** Identifies the task permanently; repeated tasks include their round. */
  readonly key: string
  /** The name by which a worker finds the task’s definition. */
  readonly task: string
  /**
   * A description for operators, such as `send SMS question`: the type of its activity. Without it `task` is the type.
   */
  readonly does?: string
  /** The reason for which an open task waits; by default its due time. */
  readonly waits?: Waiting
  /** The question or step that is waited for, in words, such as `SMS question`; without it `does` is used. */
  readonly on?: string
  /** For a vendor: why the last try failed or is uncertain. For `undelivered`: why the message was not delivered. */
  readonly trouble?: Trouble
  /** The id of the record or run that the task is about. */
  readonly ref: string
  readonly module?: string
  readonly attempt?: number
  /** By the transaction’s clock, epoch ms. */
  readonly dueAt: number
  readonly lane: Lane
  /** The task starts only when no other is due or running. */
  readonly last?: true
  /** The task ends something by time, such as an expiry or a deadline, so no pause holds it up. */
  readonly ends?: true
  /** The task is due by wall time, whatever the sandbox clock says: moving that clock moves `dueAt` too. */
  readonly leased?: true
  /** The sequence number of the journal entry that opened the task. */
  readonly seq: number
  /** The number of workers that died while it ran, and how often it was run alone since then. */
  readonly deaths?: number
  readonly alone?: number
  /** Set when the workflow must not start the task. */
  readonly parked?: Parked
}

/** Why its workflow does not start a task, and the task’s values before. */
export type Parked = Pick<Task, 'dueAt' | 'does' | 'leased'> & {
  /** `turn`: it is run alone. `apart`: an operator must release it. `pause`: an operator has paused all. */
  readonly until: 'turn' | 'apart' | 'pause'
}

/** In the order in which they were opened; keys are unique. */
export type Tasks = readonly Task[]

/** The agenda as the workflow reads it. */
export type Agenda = {
  /** The sequence number of the journal’s last entry. */
  readonly seq: number
  /** The transaction’s clock at the read, epoch ms. */
  readonly now: number
  /** When the workflow wakes by itself; null for never. */
  readonly armedAt: number | null
  readonly tasks: Tasks
  /** The pack that was started last, such as `basic@1`. */
  readonly pack: string | null
  /** How long a failed task waits for its next try, and after how many failures it is given up. */
  readonly holdMs: number
  /** The wait of a task doubles with each failure up to this; without it all waits are equal. */
  readonly holdMaxMs?: number
  readonly failuresMax: number
  /** How long the workflow stays open without work, counted from the last entry. */
  readonly idleMs: number
  /** The number of history events at which it continues as new. */
  readonly historyMax: number
  /** The entries that were written since the workflow’s last read. */
  readonly entries: readonly HistoryEntry[]
  /** Calls with an unknown outcome or working engines remain, which an operator’s end leaves alone. */
  readonly isUnderWay?: true
  /** No work remains, and the workflow may close; every later entry nudges it again. */
  readonly closed?: true
  /** The value of the search attribute for operators, and the sentence that they read. */
  readonly waiting?: Waiting | null
  readonly says?: string
  /** The outcome of the pack that was started last, once it has one. */
  readonly outcome?: string | null
  /** Search attributes that the namespace lacks, and that must not be written. */
  readonly lacks?: readonly string[]
}

/** An entry as the workflow’s event history shows it. */
export type HistoryEntry = {
  readonly seq: number
  readonly kind: string
  readonly module: string | null
  readonly code: string | null
  readonly at: number
}

/** The agenda that a commit leaves in a transaction without a run, for the run that is started. */
export type Left = Pick<Agenda, 'seq' | 'now' | 'tasks' | 'pack' | 'entries'> & {
  readonly outcome: string | null
  /**
   * The last entry that earlier runs know. `entries` are the later ones, or empty when the answer to the first task
   * brings them.
   */
  readonly after: number
}

/**
 * The workflow’s request to run a task. It is answered with the agenda after it, or null if the transaction is gone.
 */
export type TaskRequest = {
  readonly id: string
  readonly key: string
  readonly after: number
  /** Set when the type of the activity is a description for operators. */
  readonly task?: string
}
export type TaskAnswer = Agenda | null
