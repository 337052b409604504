// What an operator may do to a transaction as a whole, and when not. Pure.
import { isUnderWay } from '#src/journey/agenda/rules.ts'
import { findPause } from '#src/journey/transaction/paused-rules.ts'
import type { ActRefusal } from '#src/journey/transaction/act.ts'
import type { Act } from '#src/journey/transaction/rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** What each writes into the audit. */
export const auditedActs = {
  pause: 'agenda.paused',
  resume: 'agenda.resumed',
  'try-now': 'agenda.tried-now',
  end: 'agenda.ended',
} as const satisfies Record<Act, string>

/** A task that waits for another try. A look-up must not come early, and a deadline is no try. */
export const isDeferred = ({ trouble, leased, ends, parked }: Task): boolean =>
  trouble !== undefined && !leased && !ends && !parked

export const isApart = ({ parked }: Task): boolean => parked?.until === 'apart'

/** Why an act is none; undefined: it may be done. `now`: the transaction's clock. */
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
