import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { expireTask, linkExpired } from './kinds.ts'
import { updateLink } from './store.ts'

export const expireLink = defineTask(expireTask, async (tx, locked, { ref }) => {
  await updateLink(tx, ref, { expiredAt: locked.now })
  append(locked, { kind: linkExpired, ref })
})
