// What facts are called, and the limits of what counts, types only.
import type { CelFields } from '#src/platform/cel/variables.ts'

/** The names by group: `{ email: { present: 'bool' } }` is read as `email.present`. */
export type FactVariables = { readonly [group: string]: CelFields }
export type FactValues = { readonly [group: string]: Readonly<Record<string, unknown>> }

/** The limits of what counts for a step of a run; times are of the transaction’s clock. */
export type Counted = {
  /** Only what came after that moment counts. What came with the commit that began the step does not. */
  readonly since?: Date
  /** Only paid results that ended after that moment count: a further round by itself buys nothing again. */
  readonly boughtSince?: Date
  /** Only answers to questions that were asked after that moment count, each for one step. */
  readonly askedSince?: Date
  /** Only answers to what the step has sent count, and to what repeats it. */
  readonly sentFor?: string
  /** The ids of questions whose answers count for other steps. */
  readonly takenElsewhere?: readonly string[]
  /** The question whose answer has ended the step: no other counts for it. */
  readonly taken?: string
  /** The options of the pack under `with`, parsed by the module’s schema. */
  readonly options?: Readonly<Record<string, unknown>>
  /** What was asked or sent before that moment was about data that were corrected then, whenever its result came. */
  readonly correctedAt?: Date
}
