// What an operator may do to a transaction as a whole, and when not. Pure.
import { findPause } from '#src/journey/transaction/paused-rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

export const actNames = ['pause', 'resume', 'try-now', 'end'] as const
export type Act = (typeof actNames)[number]

export type ActRefusal = 'paused' | 'not-paused' | 'nothing-deferred' | 'nothing-open'

/** Of what was not taken or could not be done; a look-up would be too soon, and what ends by time is no try. */
export const isDeferred = ({ trouble, leased, ends, parked }: Task): boolean =>
  trouble !== undefined && !leased && !ends && !parked

export const isApart = ({ parked }: Task): boolean => parked?.until === 'apart'

/** What an end leaves: what is under way is found out, and engines that look at pictures end within seconds. */
export const isLeft = ({ leased, lane }: Task): boolean => leased === true || lane === 'engine'

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
      return tasks.every(isLeft) ? 'nothing-open' : undefined
  }
}
