// Decides when a workflow is woken, when it wakes by itself, and when the sweep checks it. Pure: `test/model` explores
// these rules with all failures in between. Times are epoch milliseconds.
import type { AnewReason } from '#workflows/messages.ts'
import type { RunState } from '#src/journey/temporal/runs.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** After this time the sweep signals a run that it has nothing left, if the run's own alarm is far away. */
export const leftEmptyMs = 35_000
/** The time before the sweep checks whether a nudge has arrived. */
export const nudgeGraceMs = 1_000
/** How long something may be overdue before its workflow counts as lost. */
export const overdueMs = 10_000
/** How long a local task may be overdue before the server is asked about the run; our own tasks take less. */
export const hungMs = 3_000
const backOffFirstMs = 2_000
export const backOffMaxMs = 300_000

/**
 * Whether an operator's end leaves the task open: a call whose outcome is being found out, or an engine task, which
 * ends within seconds.
 */
export const isUnderWay = ({ leased, lane }: Task): boolean => leased === true || lane === 'engine'

export const isDue = ({ dueAt }: Pick<Task, 'dueAt'>, now: number): boolean => dueAt <= now

/**
 * When a workflow that reads these tasks at `now` must wake by itself: at the earliest future due time. Tasks that are
 * due already do not count, because they begin at once. Infinity without a future task.
 */
export function armAt(tasks: Tasks, now: number): number {
  return Math.min(...tasks.filter((task) => !isDue(task, now)).map(({ dueAt }) => dueAt), Infinity)
}

/**
 * The value of `armed_at` after a run has received the agenda. If there was no task before or after, the old value
 * stays, because a late call of an old run must not move the alarm of its successor. A past alarm becomes Infinity;
 * otherwise tasks that open later would not be nudged for.
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
 * Whether a run closes with the answer to its task, because the task ended a pack and left nothing to be done. Later
 * commits then nudge, which begins another run.
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

/** The tasks of `after` that `before` lacks or has with another time. */
export function openedBetween(before: Tasks, after: Tasks): Tasks {
  return after.filter(
    (task) => !before.some(({ key, dueAt }) => key === task.key && dueAt === task.dueAt),
  )
}

/**
 * Whether a commit nudges: it opened a task that is due before the workflow wakes by itself, or the workflow will not
 * wake at all.
 */
export function needsNudge(
  armedAt: number | null,
  { opened, left }: { readonly opened: Tasks; readonly left: Tasks },
): boolean {
  return armedAt === null ? left.length > 0 : opened.some(({ dueAt }) => dueAt < armedAt)
}

/**
 * Whether a run can begin with the agenda of the commit and read nothing first: no run is open, and a local task is due
 * at once, whose answer brings the newest agenda.
 */
export function mayBeginUnread(armedAt: number | null, tasks: Tasks, now: number): boolean {
  return armedAt === null && tasks.some((task) => isPrompt(task) && isDue(task, now))
}

/**
 * Whether a workflow may be there to hear of a move of the clock or an erasure. A transaction gets its workflow with
 * its first task, and a closed workflow has nothing left to hear.
 */
export function mayHaveRun(armedAt: number | null, tasks: Tasks): boolean {
  return armedAt !== null || tasks.length > 0
}

/**
 * Whether a run has nothing left and would find that out only when its alarm rings. The sweep tells it later: at once
 * it would be too young to close, and the client usually asks for the next thing meanwhile.
 */
export function isLeftOpen(armedAt: number | null, tasks: Tasks, now: number): boolean {
  return tasks.length === 0 && armedAt !== null && armedAt !== Infinity && armedAt - now > 60_000
}

/**
 * When the sweep checks the transaction after a commit, in wall time. A commit only moves it earlier, except a commit
 * that leaves no task: then nothing can be late, and a run that gets the signal too soon only waits until it may close.
 */
export function sweepAfterCommit(
  sweepAt: number,
  commit: {
    readonly nudges: boolean
    readonly opened: Tasks
    readonly wallNow: number
    readonly offsetMs: number
    /** Whether the commit has written entries and left no task, while the run does not wake by itself for long. */
    readonly leavesEmpty?: boolean
  },
): number {
  if (commit.nudges) return Math.min(sweepAt, commit.wallNow + nudgeGraceMs)
  if (commit.leavesEmpty) return commit.wallNow + leftEmptyMs
  return Math.min(sweepAt, firstLook(commit.opened, commit.offsetMs))
}

/** The columns of a transaction that the sweep decides by. */
export type Swept = {
  readonly tasks: Tasks
  /** Null when its workflow has closed or never began. */
  readonly armedAt: number | null
  /** The number of the last entry that a workflow knows. */
  readonly seenSeq: number
  readonly offsetMs: number
  /**
   * How often the sweep has nudged it since the workflow last read. Below zero, it counts how often an idle run got the
   * signal to end.
   */
  readonly sweeps: number
  /**
   * Whether the last entry is as old as it must be before a run closes; read only when no task is left and a run may be
   * open.
   */
  readonly isRested?: boolean | null
}

const countMax = 30

/**
 * The value of `sweeps` after a check of the sweep. Without tasks nothing is late, so it counts below zero how often
 * the run got the signal to end.
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
  /** Whether the Temporal server is asked about the run. */
  readonly asks: boolean
  /** Whether the run gets the signal to end, and the row expects no run any more. */
  readonly closes: boolean
  /** When the sweep checks the transaction again. */
  readonly sweepAt: number
}

/**
 * Decides what the sweep does about a transaction. No run is started for an empty agenda; an idle run with nothing left
 * gets the signal to end, repeatedly until it has surely arrived.
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
  // Waits the longer of the two, because a workflow that looks but may not begin the overdue task resets the count each
  // time.
  const backOffMs = lostNudge ? countedMs : Math.max(countedMs, lostForMs)
  const nextAt = wallNow + Math.min(backOffMs, backOffMaxMs)
  return { nudges: true, asks, closes: false, sweepAt: nextAt }
}

const backOff = (firstMs: number, sweeps: number): number =>
  Math.min(firstMs * 2 ** Math.max(sweeps, 0), backOffMaxMs)

const attemptsMax = 3
const sweepsMax = 3

/**
 * Why a run is replaced, or undefined if it continues: it has ended although its row expects it, the worker of its task
 * is dead or silent for long, or its task fails again and again. A run that waits in a queue, or reads and finds
 * nothing new, continues.
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

/** Whether the worker of the run's task has died or lost the task, and no other worker has taken it since. */
export const isAbandoned = ({ isOpen, isQueued, attempt }: RunState): boolean =>
  isOpen && isQueued && attempt > 1

/**
 * Whether a run reads the agenda as soon as a worker takes it, because its task was never tried. If that first try is
 * lost, the next sweep finds it.
 */
export const readsSoon = ({ isOpen, isQueued, attempt }: RunState): boolean =>
  isOpen && isQueued && attempt <= 1

/** A local task that is not the last one begins as soon as it is due, so only its delay says that the run is late. */
const isPrompt = ({ lane, last }: Task): boolean => lane === 'local' && !last

/** Local tasks are checked sooner, because only the run itself can delay them. */
const firstLook = (tasks: Tasks, offsetMs: number): number =>
  Math.min(
    dueByWall(tasks.filter(isPrompt), offsetMs) + hungMs,
    dueByWall(tasks, offsetMs) + overdueMs,
  )

/** The wall time at which the first task is due; Infinity without tasks. */
function dueByWall(tasks: Tasks, offsetMs: number): number {
  return Math.min(...tasks.map(({ dueAt }) => dueAt), Infinity) - offsetMs
}
