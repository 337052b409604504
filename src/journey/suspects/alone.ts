// Runs one task while no other runs in its process.
import { setTimeout as sleep } from 'node:timers/promises'
import { findPause } from '#src/journey/transaction/paused-rules.ts'
import { type CommitDeps, commitOn } from '#src/journey/commit/commit.ts'
import { runParked } from '#src/journey/commit/run-task.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Lane } from '#src/journey/transaction/task.ts'
import { about, inert } from './count.ts'
import { taskBegunAlone, taskCleared } from './kinds.ts'
import { beatMs } from './rules.ts'
import { beat, forgetSuspect, holdSuspect, letGo, type Suspect, type TaskId } from './store.ts'
import type { UnderWay } from './running-tasks.ts'
import type { Log } from '#src/platform/log.ts'

export type WardenDeps = {
  readonly deps: CommitDeps
  readonly log: Log
  readonly underWay: UnderWay
  /** The tasks that this process can perform, by their lanes. */
  readonly tasks: readonly TaskDefinition[]
  /** The id of this process. */
  readonly holder: string
}

export type Alone = WardenDeps & { readonly lanes: ReadonlySet<Lane> }

/** The time limit of a task, as in its workflow, and of the wait for the other running tasks. */
const limitMs: Readonly<Record<Lane, number>> = { local: 2_000, engine: 60_000 }
/** A task that ignores its abort signal is awaited this much longer, because it may still crash the process. */
const graceMs = 15_000

/**
 * False when the task was not completed: another process holds it, other tasks here run too long, or this process ends.
 */
export async function runWhileAlone(
  own: Alone,
  task: Pick<Suspect, 'id' | 'key' | 'lane'>,
  ending: AbortSignal,
): Promise<boolean> {
  const { deps, holder, log, underWay } = own
  if (!(await holdSuspect(deps.db, task, holder))) return false
  const beats = setInterval(() => void beat(deps.db, task, holder).catch(() => undefined), beatMs)
  try {
    const ran = await underWay.alone(task, limitMs[task.lane], async () => {
      const definition = await begin(own, task)
      if (!definition) return false
      const hasEnded = await perform(own, definition, task, ending)
      // The process keeps holding the task: when its beats stop, another process counts that as a death.
      if (underWay.isGivenUp()) return true
      if (!hasEnded && ending.aborted) return false
      // The process survived the task, whatever its result; this is written with retries.
      while (!(await clear(own, task).catch(() => false)) && !ending.aborted) await sleep(1_000)
      return true
    })
    if (ran) return true
  } finally {
    clearInterval(beats)
  }
  await letGo(deps.db, task, holder).catch((error: unknown) =>
    log.warn({ error }, 'a task that waits for its turn was not let go'),
  )
  return false
}

/**
 * The entry is committed and the log line written before the task starts, because it may crash the process. Undefined
 * when the task is not parked or unknown here.
 */
async function begin(
  { deps, tasks, log }: Alone,
  { id, key }: TaskId,
): Promise<TaskDefinition | undefined> {
  return commitOn(inert(deps), id, async (_tx, locked) => {
    const task = locked.tasks.find((one) => one.key === key)
    const definition = tasks.find(({ name }) => name === task?.task)
    if (!task?.parked || !definition || findPause(locked.tasks)) return undefined
    append(locked, { kind: taskBegunAlone, ...about(task), code: task.task })
    const { tenant, pack } = locked
    log.warn({ transaction: id, tenant, task: key, pack }, 'a task begins alone')
    return definition
  })
}

/** Resolves to whether the task ended, with or without an error. */
async function perform(
  { deps, log }: Alone,
  definition: TaskDefinition,
  { id, key }: TaskId,
  ending: AbortSignal,
): Promise<boolean> {
  const limit = limitMs[definition.lane]
  const over = AbortSignal.any([ending, AbortSignal.timeout(limit)])
  const patience = AbortSignal.any([ending, AbortSignal.timeout(limit + graceMs)])
  const given = new Promise<boolean>((resolve) =>
    patience.addEventListener('abort', () => resolve(false)),
  )
  const work = runParked(deps, definition, { id, key }, over).catch((error: unknown) =>
    log.warn({ transaction: id, task: key, error }, 'a task that ran alone has failed'),
  )
  return Promise.race([work.then(() => true), given])
}

/** Unparks the task, so that what is left of it continues normally. */
async function clear({ deps }: Alone, task: TaskId): Promise<boolean> {
  const { id, key } = task
  await commitOn(inert(deps), id, async (tx, locked) => {
    const left = locked.tasks.find((one) => one.key === key)
    if (left?.parked) append(locked, { kind: taskCleared, ...about(left), code: left.task })
    await forgetSuspect(tx, task)
  })
  // If the transaction was erased meanwhile, its commit does not run, so the suspect is forgotten here.
  await forgetSuspect(deps.db, task)
  return true
}
