import type { CountedAnswer } from '#src/journey/capabilities/module.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'

/** Whether a step has ended, the answer of a condition, the answers of a table’s rows, until when a step waits, or why it has failed. */
export type StepResult =
  | ConditionAnswer
  | 'skipped'
  | readonly ConditionAnswer[]
  | CountedAnswer
  | { readonly dueAt: number }
  | { readonly failed: string }
