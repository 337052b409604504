// The rules of pack runs. Pure.
import type { Task, Tasks } from '#src/journey/transaction/task.ts'

/** `basic@3` names a version for ever. */
export const writePin = (name: string, version: number): string => `${name}@${version}`

/** How long a step waits when its pack does not say. */
const deadlineSecondsDefault = 7 * 24 * 3_600

/** Every wait has a deadline; times in epoch ms of the transaction's clock. */
export const deadlineOf = (now: number, seconds = deadlineSecondsDefault): number =>
  now + seconds * 1_000

/** How long what comes after a failed module waits for it to be run again. */
export const holdMs = deadlineSecondsDefault * 1_000

export const deadlineTask = 'pack-deadline'
export const computeTask = 'pack-compute'
export const roundTask = 'pack-round'
export const lookTask = 'pack-look'
/** When a run that could not be gone on with is looked at again. */
export const lookAgainMs = 3_600_000
/** A person decides, and the task only looks again: it has no end of its own. */
export const reviewTask = 'pack-review'
export type PackTask =
  | typeof deadlineTask
  | typeof computeTask
  | typeof roundTask
  | typeof lookTask
  | typeof reviewTask

/** A step is named by its module, or by the position of its condition: empty, or beginning with a slash. */
export const isCondition = (step: string): boolean => step === '' || step.startsWith('/')

/** `round` is the entry that opens it: a step can be tried again later. */
export const taskKey = (task: PackTask, runId: string, step: string, round: number): string =>
  [task, runId, step, round].join(':')

/** The step that a task is about. */
export const stepOf = ({ key }: Pick<Task, 'key'>): string => key.split(':')[2] ?? ''

/** Whether a task is about a step of a run. */
export const isOf = (one: Task, runId: string, step: string): boolean =>
  one.ref === runId && isPackTask(one) && stepOf(one) === step

const packTaskNames: readonly string[] = [
  deadlineTask,
  computeTask,
  roundTask,
  lookTask,
  reviewTask,
]

const isPackTask = ({ task }: Task): boolean => packTaskNames.includes(task)

/** The runs that have not ended: each has a task, because each of its waits has a deadline. */
export function listOpenRuns(tasks: Tasks): string[] {
  return [...new Set(tasks.filter(isPackTask).map(({ ref }) => ref))]
}
