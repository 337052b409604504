// The acts of an operator on a transaction as a whole, and when they are refused. Pure.
import { isUnderWay } from '#src/journey/agenda/rules.ts'
import { findPause } from '#src/journey/transaction/paused-rules.ts'
import type { ActRefusal } from '#src/journey/transaction/act.ts'
import type { Act } from '#src/journey/transaction/rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** The audit action that each act is recorded as. */
export const auditedActs = {
  pause: 'agenda.paused',
  resume: 'agenda.resumed',
  'try-now': 'agenda.tried-now',
  end: 'agenda.ended',
} as const satisfies Record<Act, string>

/** Why the act may not be done, or undefined when it may. `now` is the transaction's clock. */
export const isDeferred = ({ trouble, leased, ends, parked }: Task): boolean =>
  trouble !== undefined && !leased && !ends && !parked

export const isApart = ({ parked }: Task): boolean => parked?.until === 'apart'

/**
 * Whether a task waits for another try, which an operator may hurry. A look-up is left out because it must not come
 * early, and a deadline because it is no try.
 */
export function refusalOf(act: Act, tasks: Tasks, now: number): ActRefusal | undefined {
  const isPaused = findPause(tasks) !== undefined
  switch (act) {
    case 'pause':
      return isPaused ? 'paused' : undefined
    case 'resume':
      return isPaused ? undefined : 'not-paused'
    case 'try-now': {
      if (isPaused) return 'paused'
      const some = tasks.some((one) => isApart(one) || (isDeferred(one) && one.dueAt > now))
      return some ? undefined : 'nothing-deferred'
    }
    case 'end':
      return tasks.every(isUnderWay) ? 'nothing-open' : undefined
  }
}
