// The acts of operators on a whole transaction, and the messages by which the workflow has them done. Types only.
import type { Act } from './rules.ts'
import type { Agenda, TaskAnswer } from './task.ts'

export type ActRefusal = 'paused' | 'not-paused' | 'nothing-deferred' | 'nothing-open'

/** The state after an act: whether the transaction is paused, and how many tasks are open. */
export type ActLeft = { readonly act: Act; readonly paused: boolean; readonly tasks: number }

/** `reason` is a code. The id of the update identifies the request within its run. */
export type ActRequest = {
  readonly id: string
  readonly after: number
  readonly act: Act
  readonly reason: string
  readonly run: string
  readonly update: string
}

/** Neither `done` nor `refusal` is set when the transaction is gone. */
export type ActAnswer = {
  readonly agenda: TaskAnswer
  readonly done?: ActLeft
  readonly refusal?: ActRefusal
}

/** Asks for the agenda; `after` is null when this run of the workflow has just begun. */
export type AgendaRequest = {
  readonly id: string
  readonly after: number | null
  /** The run will close if the answer says so. */
  readonly closes?: true
}

/** The activities with which operators act from the Temporal UI. */
export type OperatorActivities = {
  /**
   * Asks for the agenda in a run that an operator has cancelled. The first such call ends what is open; the answer says
   * `closed` once the calls and engines that were left are done too.
   */
  endAgenda(request: AgendaRequest & { readonly run: string }): Promise<Agenda | null>
  /**
   * Does what an operator has asked for by an update. A repeat of the same update changes nothing and gets the same
   * answer.
   */
  actOnAgenda(request: ActRequest): Promise<ActAnswer>
}
