import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { clockSettled } from './kinds.ts'

/** Runs when nothing else is due or running: so everything that the move made due has happened. */
export const settleClock = defineTask('settle-clock', async (_tx, locked, { ref }) => {
  append(locked, { kind: clockSettled, ref })
})
