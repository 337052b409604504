import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { expireTask, linkExpired, linkHeld } from './kinds.ts'
import { isUndecided } from './rules.ts'
import { listSteps } from './steps.ts'
import { updateLink } from './store.ts'

/** Time decides nothing: a link in review is looked at again after so long. */
const heldMs = 30 * 24 * 60 * 60_000

export const expireLink = defineTask(expireTask, async (tx, locked, { ref }) => {
  const steps = await listSteps(tx, ref)
  if (steps.some(({ outcome }) => isUndecided(outcome))) {
    append(locked, { kind: linkHeld, ref, dueAt: locked.now.getTime() + heldMs })
    return
  }
  await updateLink(tx, ref, { expiredAt: locked.now })
  append(locked, { kind: linkExpired, ref })
})
