// The kinds of journal entries for a task that ends although no other entry has closed it.
import { defineKind } from '#src/journey/journal/kind.ts'
import { closesItsKey } from './effects.ts'

/** Used by every capability; `reason` is the key of the task. */
export const taskFailed = defineKind(
  'task-failed',
  'A task has failed for good, by a fault of the service.',
  closesItsKey,
)

/** Used for a task of any capability; `reason` is its key. */
export const taskDropped = defineKind(
  'task-dropped',
  'A task found nothing left to do.',
  closesItsKey,
)
