// The rules of pack runs. Pure.
import type { Stopped } from '#src/packs/document/interpret.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** The round of what is brought to a step: repeat steps and a person’s `again` each begin a further one. */
export const roundOf = ({
  round = 1,
  again = 0,
}: { readonly round?: number; readonly again?: number } = {}): number => round + again

/** The name of a version, such as `basic@3`, which never changes. */
export const writePin = (name: string, version: number): string => `${name}@${version}`

/** The deadline of a step whose pack names none. */
const deadlineSecondsDefault = 7 * 24 * 3_600

/** The time of a deadline in epoch ms of the transaction’s clock; every wait has one. */
export const deadlineOf = (now: number, seconds = deadlineSecondsDefault): number =>
  now + seconds * 1_000

/** How long the steps after a failed module wait for it to run again. */
export const holdMs = deadlineSecondsDefault * 1_000

export const deadlineTask = 'pack-deadline'
export const computeTask = 'pack-compute'
export const roundTask = 'pack-round'
export const lookTask = 'pack-look'
/** The pause before a run is tried again that could not be advanced. */
export const lookAgainMs = 3_600_000
/** The task of an open review. It only checks the run again, because a person decides without a deadline. */
export const reviewTask = 'pack-review'
/** The task that tries a call to a system of the tenant. */
export const callTask = 'pack-call'
/** The task that makes the children of a step, or ends those of a run. */
export const eachTask = 'pack-each'
/** The task of a child that tells its parent the result. */
export const tellTask = 'pack-tell'
/** The task that sends the message of a step. */
export const sendTask = 'pack-send'
export type PackTask =
  | typeof sendTask
  | typeof callTask
  | typeof eachTask
  | typeof tellTask
  | typeof deadlineTask
  | typeof computeTask
  | typeof roundTask
  | typeof lookTask
  | typeof reviewTask

/**
 * A module step is identified by its name, a condition by its position: an empty text, or one that begins with a slash.
 */
export const isCondition = (step: string): boolean => step === '' || step.startsWith('/')

/** `seq` is the number of the entry that opens the task, because a step can be tried several times. */
export const taskKey = (task: PackTask, runId: string, step: string, seq: number): string =>
  [task, runId, step, seq].join(':')

/** The step of a task. */
export const stepOf = ({ key }: Pick<Task, 'key'>): string => key.split(':')[2] ?? ''

/** Whether a task belongs to a step of a run. */
export const isOf = (one: Task, runId: string, step: string): boolean =>
  one.ref === runId && isPackTask(one) && stepOf(one) === step

const packTaskNames: readonly string[] = [
  deadlineTask, computeTask, roundTask, lookTask, reviewTask, callTask, sendTask, eachTask,
] // prettier-ignore

const isPackTask = ({ task }: Task): boolean => packTaskNames.includes(task)

/** The open runs: each has a task, because each of its waits has a deadline. */
export function listOpenRuns(tasks: Tasks): string[] {
  return [...new Set(tasks.filter(isPackTask).map(({ ref }) => ref))]
}

/** The most rounds of a run, whatever its document says; after that a person decides. */
export const runRoundsMax = 200
export const tooManyRounds: Stopped = { outcome: 'review', reason: 'too-many-rounds' }
