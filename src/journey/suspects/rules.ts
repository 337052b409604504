// When a task is taken for one that kills workers. Pure: a property test plays workers that die at random against it.
import { type AnewReason, isDue } from '#src/journey/agenda/rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** After so many deaths of workers in its company a task is begun alone. */
export const deathsMax = 2
/** After so many deaths while nothing else was under way it is set apart: one may be chance. */
export const aloneMax = 2
/**
 * So many wait for their turn alone at a time. What is more goes on as it is: then it is not a task that kills workers but
 * somebody who kills them, or a database that is slow, and nobody is to queue up for that.
 */
export const suspectsMax = 50

/** While a task runs alone its process says each second that it lives. Silent for so long, by the database's clock, it is dead … */
export const beatMs = 1_000
export const silentMs = 4_000
/** … for whoever has seen it silent for so long himself: after an outage of the database nobody has been heard of. */
export const patienceMs = 2_000

/** Those of a transaction that a worker had under way when it died, as far as anybody can know: all that it might have begun. */
export const wereUnderWay = (tasks: Tasks, now: number): Tasks =>
  tasks.filter((task) => !task.parked && isDue(task, now))

export const isSuspect = ({ deaths = 0 }: Pick<Task, 'deaths'>): boolean => deaths >= deathsMax

export const isGuilty = ({ alone = 0 }: Pick<Task, 'alone'>): boolean => alone >= aloneMax

/** How many workers a run has lost when it is begun anew: each try of its workflow task but one that is still under way. */
export const deathsOf = (reason: AnewReason, attempt: number): number =>
  reason === 'ended'
    ? 0
    : Math.max(1, reason === 'hung' || reason === 'died' ? attempt : attempt - 1)
