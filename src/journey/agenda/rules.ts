// When a workflow is to be woken, when it wakes by itself, and when the sweep looks. Pure: `test/model`
// explores these rules with everything that can go wrong between them. Times are epoch milliseconds.
import type { AnewReason } from '#workflows/messages.ts'
import type { RunState } from '#src/journey/temporal/runs.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** Until the sweep tells a run that nothing is left for it, where it would not look for long. */
export const leftEmptyMs = 35_000
/** Until the sweep looks whether a nudge has arrived. */
export const nudgeGraceMs = 1_000
/** How long something may be overdue before its workflow counts as lost. */
export const overdueMs = 10_000
/** How long a local task may be overdue before the server is asked about the run: a task of ours takes less. */
export const hungMs = 3_000
const backOffFirstMs = 2_000
export const backOffMaxMs = 300_000

/** What an operator’s end leaves: calls whose outcome is found out, and engines, which end within seconds. */
export const isUnderWay = ({ leased, lane }: Task): boolean => leased === true || lane === 'engine'

export const isDue = ({ dueAt }: Pick<Task, 'dueAt'>, now: number): boolean => dueAt <= now

/**
 * When a workflow that is told these tasks at `now` looks by itself: at the earliest time to come. What is
 * due already does not count, because it is begun at once; infinite when nothing is to come.
 */
export function armAt(tasks: Tasks, now: number): number {
  return Math.min(...tasks.filter((task) => !isDue(task, now)).map(({ dueAt }) => dueAt), Infinity)
}

/**
 * What a run that is told the agenda leaves in the row. Where it finds nothing to be done it leaves what is there: the call
 * of a run that is gone may come late, and the one that took its place still looks when it was told to. An alarm that has
 * gone by is none, or what is opened behind it would nudge nobody.
 */
export function armForRun(
  armedAt: number | null,
  { before, tasks }: { readonly before: Tasks; readonly tasks: Tasks },
  now: number,
): number | null {
  if (before.length > 0 || tasks.length > 0) return armAt(tasks, now)
  return armedAt !== null && armedAt <= now ? Infinity : armedAt
}

/**
 * Whether a run closes with the answer of its task, because that has ended a pack and left nothing to be done. Whatever
 * comes from then on nudges, and begins another.
 */
export function closesRun({
  tasks,
  outcome,
  before,
}: {
  readonly tasks: Tasks
  readonly outcome: string | null
  readonly before: { readonly outcome: string | null }
}): boolean {
  return tasks.length === 0 && outcome !== null && outcome !== before.outcome
}

/** The tasks of `after` that `before` lacks, or has at another time. */
export function openedBetween(before: Tasks, after: Tasks): Tasks {
  return after.filter(
    (task) => !before.some(({ key, dueAt }) => key === task.key && dueAt === task.dueAt),
  )
}

/** Whether a commit nudges: it opened something due sooner than the workflow looks, or nobody looks at all. */
export function needsNudge(
  armedAt: number | null,
  { opened, left }: { readonly opened: Tasks; readonly left: Tasks },
): boolean {
  return armedAt === null ? left.length > 0 : opened.some(({ dueAt }) => dueAt < armedAt)
}

/**
 * Whether a run can begin with what the commit has left, without a read: no run is there, and a local task is begun at once,
 * whose answer is the agenda as it is then.
 */
export function mayBeginUnread(armedAt: number | null, tasks: Tasks, now: number): boolean {
  return armedAt === null && tasks.some((task) => isPrompt(task) && isDue(task, now))
}

/**
 * Whether there is a workflow that a move of the clock or an erasure concerns: a transaction gets it with its first
 * task, and one that has closed has nothing left to be told.
 */
export function mayHaveRun(armedAt: number | null, tasks: Tasks): boolean {
  return armedAt !== null || tasks.length > 0
}

/**
 * Whether a run has nothing left and would find that out only when its alarm rings. It is told later, by the sweep: a
 * nudge at once would find it too young to close, and who waits asks for the next thing meanwhile.
 */
export function isLeftOpen(armedAt: number | null, tasks: Tasks, now: number): boolean {
  return tasks.length === 0 && armedAt !== null && armedAt !== Infinity && armedAt - now > 60_000
}

/**
 * When the sweep looks after a commit, by wall time: a commit only ever lowers it, but where it has left nothing to be
 * done. Nothing can be late there, and a run that is told of it too soon only waits until it may close.
 */
export function sweepAfterCommit(
  sweepAt: number,
  commit: {
    readonly nudges: boolean
    readonly opened: Tasks
    readonly wallNow: number
    readonly offsetMs: number
    /** The commit has written entries and left nothing to be done, and the run does not look for long. */
    readonly leavesEmpty?: boolean
  },
): number {
  if (commit.nudges) return Math.min(sweepAt, commit.wallNow + nudgeGraceMs)
  if (commit.leavesEmpty) return commit.wallNow + leftEmptyMs
  return Math.min(sweepAt, firstLook(commit.opened, commit.offsetMs))
}

/** A transaction's row as far as the sweep looks at it. */
export type Swept = {
  readonly tasks: Tasks
  /** Null: its workflow has closed, or there was none yet. */
  readonly armedAt: number | null
  /** The last entry that a workflow was told. */
  readonly seenSeq: number
  readonly offsetMs: number
  /** How often it was nudged by the sweep since the workflow last looked; below zero where nothing is left. */
  readonly sweeps: number
  /**
   * The last entry is as old as a run has to rest before it closes; asked where nothing is left and a run is counted
   * on.
   */
  readonly isRested?: boolean | null
}

const countMax = 30

/**
 * The count behind a look. What has nothing left is behind with nothing: how often its run was told to end counts below
 * zero.
 */
export function countSweep(
  { tasks, sweeps }: Pick<Swept, 'tasks' | 'sweeps'>,
  nudges: boolean,
): number {
  const more = Number(nudges)
  if (tasks.length > 0) return Math.min(Math.max(sweeps, 0) + more, countMax)
  return nudges ? Math.max(Math.min(sweeps, 0) - more, -countMax) : 0
}

export type SweepJudgement = {
  readonly nudges: boolean
  /** Whether the server is asked about the run. */
  readonly asks: boolean
  /** The row counts on the run no longer, and the run is told to end. */
  readonly closes: boolean
  /** When the sweep looks again. */
  readonly sweepAt: number
}

/**
 * Nothing is begun for an empty agenda. A run that has nothing left and has rested is told to end, and again until it
 * surely was.
 */
export function judgeSweep(
  { tasks, armedAt, seenSeq, offsetMs, sweeps, isRested }: Swept,
  wallNow: number,
): SweepJudgement {
  const isUnsure = tasks.length === 0 && armedAt === null && sweeps < 0
  if (isUnsure || isLeftOpen(armedAt, tasks, wallNow + offsetMs)) {
    const closes = isUnsure || isRested === true
    const sweepAt = wallNow + (closes ? backOff(leftEmptyMs, -sweeps) : leftEmptyMs)
    return { nudges: false, asks: false, closes, sweepAt }
  }
  const untold = tasks.filter(({ seq }) => seq > seenSeq)
  const lostNudge = needsNudge(armedAt, { opened: untold, left: tasks })
  const lostForMs = wallNow - dueByWall(tasks, offsetMs) - overdueMs
  const asks = wallNow - dueByWall(tasks.filter(isPrompt), offsetMs) >= hungMs
  if (!lostNudge && lostForMs < 0) {
    const overdueAt = dueByWall(tasks, offsetMs) + overdueMs
    const nextAt = asks ? Math.min(overdueAt, wallNow + hungMs) : firstLook(tasks, offsetMs)
    return { nudges: false, asks, closes: false, sweepAt: nextAt }
  }
  const countedMs = backOff(backOffFirstMs, sweeps)
  // A workflow that looks, and may not begin what is overdue, sets the count back each time.
  const backOffMs = lostNudge ? countedMs : Math.max(countedMs, lostForMs)
  const nextAt = wallNow + Math.min(backOffMs, backOffMaxMs)
  return { nudges: true, asks, closes: false, sweepAt: nextAt }
}

const backOff = (firstMs: number, sweeps: number): number =>
  Math.min(firstMs * 2 ** Math.max(sweeps, 0), backOffMaxMs)

const attemptsMax = 3
const sweepsMax = 3

/**
 * Why a run is begun anew, if it is: it has ended and its row counts on it; the worker that had its task is dead, or says
 * nothing for long; its task fails again and again. One that waits in a queue, or reads and finds nothing new, goes on.
 */
export function judgeRun(
  { isOpen, attempt, startedAt, isHolderGone }: RunState,
  { armedAt, sweeps }: Pick<Swept, 'armedAt' | 'sweeps'>,
  wallNow: number,
): AnewReason | undefined {
  if (!isOpen) return armedAt === null ? undefined : 'ended'
  if (isHolderGone) return 'died'
  if (startedAt !== null && wallNow - startedAt >= hungMs) return 'hung'
  return attempt >= attemptsMax && sweeps >= sweepsMax ? 'stuck' : undefined
}

/** Whether the worker that had its task has died, or has lost it, and nobody has taken it since. */
export const isAbandoned = ({ isOpen, isQueued, attempt }: RunState): boolean =>
  isOpen && isQueued && attempt > 1

/**
 * Whether a run reads the agenda as soon as a worker takes it: it was never tried. What was told to it and lost in between
 * is found by the next look.
 */
export const readsSoon = ({ isOpen, isQueued, attempt }: RunState): boolean =>
  isOpen && isQueued && attempt <= 1

/** Begun as soon as it is due, by a workflow that can: only then does its delay say something of the run. */
const isPrompt = ({ lane, last }: Task): boolean => lane === 'local' && !last

/** Local tasks are looked at sooner, because nobody but the run can be late for them. */
const firstLook = (tasks: Tasks, offsetMs: number): number =>
  Math.min(
    dueByWall(tasks.filter(isPrompt), offsetMs) + hungMs,
    dueByWall(tasks, offsetMs) + overdueMs,
  )

/** The wall time at which the first of them is due; infinite without any. */
function dueByWall(tasks: Tasks, offsetMs: number): number {
  return Math.min(...tasks.map(({ dueAt }) => dueAt), Infinity) - offsetMs
}
