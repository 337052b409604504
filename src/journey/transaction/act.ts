// What an operator does to a transaction as a whole, and how the workflow has it done. Types alone.
import type { Act } from './rules.ts'
import type { Agenda, TaskAnswer } from './task.ts'

export type ActRefusal = 'paused' | 'not-paused' | 'nothing-deferred' | 'nothing-open'

/** What an act has left: whether it is paused now, and how many tasks are open. */
export type ActLeft = { readonly act: Act; readonly paused: boolean; readonly tasks: number }

/** `reason` is a code. An update is known by its id within its run. */
export type ActRequest = {
  readonly id: string
  readonly after: number
  readonly act: Act
  readonly reason: string
  readonly run: string
  readonly update: string
}

/** Neither `done` nor `refusal`: the transaction is gone. */
export type ActAnswer = {
  readonly agenda: TaskAnswer
  readonly done?: ActLeft
  readonly refusal?: ActRefusal
}

/** A look at the agenda; `after` null: this run of the workflow has just begun. */
export type AgendaRequest = {
  readonly id: string
  readonly after: number | null
  /** The run closes when the answer says so. */
  readonly closes?: true
}

/** The activities with which operators act from the Temporal UI. */
export type OperatorActivities = {
  /**
   * The read of a run that an operator has cancelled. The first one ends what is open; the answer says `closed` when
   * what an end leaves is over too.
   */
  endAgenda(request: AgendaRequest & { readonly run: string }): Promise<Agenda | null>
  /** What an operator has asked for by an update. The same update again changes nothing, and has the same answer. */
  actOnAgenda(request: ActRequest): Promise<ActAnswer>
}
