import { closesAsk, defineWanted } from '#src/screening/checks/kinds.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

export const startTask = 'credit-score-start'

export const creditScoreWanted = defineWanted(
  'credit-score-wanted',
  'A step of a pack needs a credit score, and there is none.',
  startTask,
  'start credit score',
)

export const creditScoreStarted = defineKind(
  'credit-score-started',
  'What a step of a pack needs was asked for; the code says what came of it.',
  closesAsk(startTask),
)
