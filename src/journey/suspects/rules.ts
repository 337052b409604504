// Decides when a task is suspected of crashing workers. Pure: a property test runs it against workers that die at
// random.
import { isDue } from '#src/journey/agenda/rules.ts'
import type { AnewReason } from '#workflows/messages.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** A task that ran during this many deaths is next run alone. */
export const deathsMax = 2
/** After this many deaths while it ran alone, a task is set apart; a single one may be chance. */
export const aloneMax = 2
/**
 * The most tasks that wait to be run alone at a time. Further tasks continue normally: then probably no single task is
 * the cause, but an operator or a slow database.
 */
export const suspectsMax = 50

/**
 * While a task runs alone, its process sends a beat each second. Without one for `silentMs`, by the database’s clock,
 * the process may be dead.
 */
export const beatMs = 1_000
export const silentMs = 4_000
/**
 * The process counts as dead only for an observer that has itself seen no beat for this long, because after an outage
 * of the database no process has a recent beat.
 */
export const patienceMs = 2_000

/** The tasks of a transaction that a worker may have been running when it died: all that were due. */
export const wereUnderWay = (tasks: Tasks, now: number): Tasks =>
  tasks.filter((task) => !task.parked && isDue(task, now))

export const isSuspect = ({ deaths = 0 }: Pick<Task, 'deaths'>): boolean => deaths >= deathsMax

export const isGuilty = ({ alone = 0 }: Pick<Task, 'alone'>): boolean => alone >= aloneMax

/**
 * The number of workers that a run lost before it was retried: every try of its workflow task except one that is still
 * running.
 */
export const deathsOf = (reason: AnewReason, attempt: number): number =>
  reason === 'ended'
    ? 0
    : Math.max(1, reason === 'hung' || reason === 'died' ? attempt : attempt - 1)
