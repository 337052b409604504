// The narrow row as a commit carries it. Adding a column takes one line here, and a second one if commits change it:
// its type, the lock, the creation and the write follow.
import type { SQL } from 'drizzle-orm'
import { assigned } from '#src/platform/db/rows.ts'
import type { Locked } from './locked.ts'
import {
  changing,
  type Changing,
  type ChangingState,
  columns,
  type RowState,
} from './row-columns.ts'

type Known = Pick<
  Locked,
  | 'id'
  | 'tenant'
  | 'mode'
  | 'createdAt'
  | 'key'
  | 'fields'
  | 'corrections'
  | 'takenBack'
  | 'restrictedAt'
>

export function toLocked(known: Known, before: RowState, wallNow: Date): Locked {
  return {
    ...known,
    ...changingOf(before),
    erased: false,
    wallNow,
    now: new Date(wallNow.getTime() + before.clockOffsetMs),
    before,
    unwritten: [],
    made: new Map(),
    isStirred: false,
    mustNudge: false,
    nudges: false,
  }
}

export const isChanged = (locked: Locked): boolean =>
  changing.some((member) => locked[member] !== locked.before[member])

/** The assignments for `update … set`, with placeholders that `stateAfter` fills. */
export const assignState = (): SQL => assigned(columns)

/** The row after the commit; `decided` holds the values that are computed when it is written. */
export const stateAfter = (
  locked: Locked,
  decided: Partial<Omit<RowState, Changing>>,
): RowState => ({ ...locked.before, ...changingOf(locked), ...decided })

/** Safe because each member is one of the list. */
const changingOf = (state: ChangingState): ChangingState =>
  Object.fromEntries(changing.map((member) => [member, state[member]])) as ChangingState
