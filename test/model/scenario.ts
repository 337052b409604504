// What happens to one transaction: the tasks that there can be, who asks for what, and what may go wrong.
import type { Opening } from '#src/journey/agenda/effects.ts'
import type { Kind } from '#src/journey/journal/kind.ts'
import type { Chance } from './world.ts'

/** Due so long after the entry that opens it. */
export type Opens = Pick<Opening, 'key' | 'lane' | 'last'> & { readonly inMs: number }

export type Change = {
  readonly opens?: readonly Opens[]
  readonly closes?: readonly string[]
  /** To another time, where it is still there. */
  readonly moves?: readonly Opens[]
  /** An entry of the service's own, in place of what opens and closes. */
  readonly kind?: Kind
  readonly clockMs?: number
  readonly erases?: true
}

/** May come once, at any moment from `from` on, and after the task `after` had its effect. */
export type Request = Change & { readonly from?: number; readonly after?: string }

export type Script = {
  /** What each task opens when it is performed, and whether it ends a pack. */
  readonly tasks: Readonly<Record<string, { readonly opens?: readonly Opens[]; ends?: true }>>
  readonly requests: Readonly<Record<string, Request>>
  /** What else may happen, and how much of it together. */
  readonly chances?: readonly Chance[]
  readonly chancesMax?: number
  /** How much later than due a local task may be done, faults included. */
  readonly lateMaxMs: number
  /** Nothing goes wrong, so that each engine task is begun once. */
  readonly beginsOnce?: true
  readonly sweepNudgesMax?: number
  /** For how long a run may stay open when nothing is left to be done. */
  readonly leftOpenMaxMs?: number
  /** When a sweep looks, whatever there is to look for. */
  readonly sweptAt?: number
  /** So many workers sweep, and each acts on what it found when it likes; otherwise one does all of it at once. */
  readonly sweepers?: number
  /** How long an engine works. */
  readonly engineMs?: number
  /** How much later a call may commit whose worker is dead, or stands still. */
  readonly orphanMs?: number
}
