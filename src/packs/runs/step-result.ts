import type { CountedAnswer } from '#src/journey/capabilities/module.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'

/**
 * Whether a step has ended, a condition's answer, the answers of a table’s rows, the time until which a step waits, or
 * the reason of a failure.
 */
export type StepResult =
  | ConditionAnswer
  | 'skipped'
  | readonly ConditionAnswer[]
  | CountedAnswer
  | { readonly dueAt: number }
  | { readonly failed: string }
