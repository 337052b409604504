import { defineKind } from '#src/journey/journal/kind.ts'

/** `code` is the outcome, `reason` the kind of a fraud. */
export const outcomeTold = defineKind(
  'outcome-told',
  'The client told what became of the transaction: fraud, or good.',
)
