// Types: the names of facts, and which results count as facts for a step of a run.
import type { CelFields } from '#src/platform/cel/variables.ts'

/** The names by group: `{ email: { present: 'bool' } }` is read as `email.present`. */
export type FactVariables = { readonly [group: string]: CelFields }
export type FactValues = { readonly [group: string]: Readonly<Record<string, unknown>> }

/** The limits of what counts for a step of a run; times are of the transaction’s clock. */
export type Counted = {
  /** Only results from after this moment count; a result from the commit that began the step does not. */
  readonly since?: Date
  /** Only paid results that ended after this moment count, because a further round alone buys nothing again. */
  readonly boughtSince?: Date
  /** Only answers to questions that were asked after this moment count, each for one step. */
  readonly askedSince?: Date
  /** Only answers to what this step has sent, or has sent again, count. */
  readonly sentFor?: string
  /** The ids of questions whose answers count for other steps. */
  readonly takenElsewhere?: readonly string[]
  /** The question whose answer has ended the step, so that no other question counts for it. */
  readonly taken?: string
  /** The options of the pack under `with`, parsed by the module’s schema. */
  readonly options?: Readonly<Record<string, unknown>>
  /**
   * The time of the last correction. A result whose question or message is older was about the old data, so it does not
   * count.
   */
  readonly correctedAt?: Date
}
