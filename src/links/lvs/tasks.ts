import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { expireTask, linkExpired } from './kinds.ts'
import { recordLink } from './store.ts'

export const expireLink = defineTask(expireTask, async (tx, locked, { ref }) => {
  await recordLink(tx, ref, { expiredAt: locked.now })
  append(locked, { kind: linkExpired, ref })
})
