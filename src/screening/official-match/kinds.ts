import { closesAsk, defineWanted } from '#src/screening/checks/kinds.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

export const startTask = 'official-match-start'

export const officialMatchWanted = defineWanted(
  'official-match-wanted',
  'A step of a pack needs the word of an official base, and there is none.',
  startTask,
  'start official match',
)

export const officialMatchStarted = defineKind(
  'official-match-started',
  'What a step of a pack needs was asked for; the code says what came of it.',
  closesAsk(startTask),
)
