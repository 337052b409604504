import { closesAsk, defineWanted } from '#src/screening/checks/kinds.ts'
import { defineKind, quiet } from '#src/journey/journal/kind.ts'

export const startTask = 'background-check-start'

export const backgroundCheckWanted = defineWanted(
  'background-check-wanted',
  'A step of a pack needs a background check, and there is none.',
  startTask,
  'start background check',
)

export const backgroundCheckStarted = defineKind(
  'background-check-started',
  'What a step of a pack needs was asked for; the code says what came of it.',
  closesAsk(startTask),
)

/** What was asked for is under way: its end is an entry of its own, and a run that waits need not look before. */
export const backgroundCheckUnderWay = quiet(backgroundCheckStarted)
