// The kinds of journal entries of pack runs; `ref` is the run.
import { closesItsRef, open, troubleOf } from '#src/journey/agenda/effects.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'
import type { Waiting } from '#src/journey/transaction/rules.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { defineEvent, defineKind, type Effect, quiet } from '#src/journey/journal/kind.ts'
import {
  computeTask,
  deadlineTask,
  isOf,
  lookTask,
  type PackTask,
  reviewTask,
  roundTask,
  sendTask,
  taskKey,
} from './rules.ts'

const keyOf = (task: PackTask, { ref, module, reason, seq }: Entry): string =>
  taskKey(task, ref ?? '', module ?? reason ?? '', seq)

/** A name for operators; conditions have none. */
const stepName = ({ module }: Entry): string => module ?? 'condition'

const openDeadline = (tasks: Tasks, entry: Entry, waits: Waiting = 'time'): Tasks =>
  open(tasks, entry, {
    key: keyOf(deadlineTask, entry),
    task: deadlineTask,
    does: `end wait for ${stepName(entry)}`,
    waits,
    ...(waits !== 'time' && { on: stepName(entry) }),
    ends: true,
    dueAt: entry.dueAt ?? entry.at,
  })

/** The party that the module waits for, from the code of its first entry. */
const waitsOf = ({ code }: Entry): Waiting | undefined =>
  code === 'client' || code === 'person' || code === 'vendor' ? code : undefined

const findDeadline = (tasks: Tasks, { ref, module }: Entry) =>
  tasks.find((one) => one.task === deadlineTask && isOf(one, ref ?? '', module ?? ''))

/** Closes the tasks of the entry’s module, or of the condition at its position. */
const closesItsStep: Effect = (tasks, { ref, module, reason }) =>
  tasks.filter((task) => !isOf(task, ref ?? '', module ?? reason ?? ''))

/** `code` is the version to which the run is pinned, `basic@3`. */
export const packStarted = defineKind('pack-started', 'A run of a pack began, pinned to a version.')

/** `code` is the party that the result depends on: `client`, `person` or `vendor`; absent for a computed result. */
export const moduleStarted = defineKind(
  'module-started',
  'A run came to a module or a wait, which has until its deadline; the code says whose turn it is.',
  (tasks, entry) => openDeadline(tasks, entry, waitsOf(entry)),
)

/** `reason` is the position of a condition, which gets a deadline here; a module has its own. */
export const stepDeferred = defineKind(
  'step-deferred',
  'A module or condition could not be computed, and is tried again.',
  (tasks, entry) => {
    const key = keyOf(computeTask, entry)
    const tried = open(tasks, entry, { key, task: computeTask, does: `compute ${stepName(entry)}` })
    return entry.dueAt === null ? tried : openDeadline(tried, entry)
  },
)

/** `attempt` counts the further tries, `dueAt` is when this one begins. */
export const moduleRetried = defineKind(
  'module-retried',
  'A module of a run failed for a technical reason, and is tried again.',
  (tasks, entry) => {
    const { ref, module, dueAt, at } = entry
    const left = tasks.filter(
      (task) => task.task === deadlineTask || !isOf(task, ref ?? '', module ?? ''),
    )
    const key = keyOf(computeTask, entry)
    const does = `try ${stepName(entry)} again`
    // A retried module waits for the same party as before; a vendor counts as in trouble until then.
    const { waits } = findDeadline(tasks, entry) ?? {}
    const again = { ...(waits && { waits }), trouble: troubleOf(entry) }
    return open(left, entry, { key, task: computeTask, does, ...again, dueAt: dueAt ?? at })
  },
)

export const moduleCompleted = defineKind(
  'module-completed',
  'A module of a run has its results.',
  closesItsStep,
)

const closesSend: Effect = (tasks, { ref, module }) =>
  tasks.filter((task) => task.task !== sendTask || !isOf(task, ref ?? '', module ?? ''))

const opensSend: Effect = (tasks, entry) =>
  open(closesSend(tasks, entry), entry, {
    key: keyOf(sendTask, entry),
    task: sendTask,
    does: `send message of ${stepName(entry)}`,
    ...(entry.code !== null && { trouble: troubleOf(entry) }),
    dueAt: entry.dueAt ?? entry.at,
  })

/** `code` says why the message may not be sent yet, if it must wait. */
export const messageWanted = quiet(
  defineKind('message-wanted', 'A run sends the message of a step, now or when it may.', opensSend),
)

/** `code` is the kind of the message that was requested. */
export const messageAsked = quiet(
  defineKind('message-asked', 'A run has asked for the message of a step.', closesSend),
)

/** `code` is the sender of the result, `attempt` the round. */
export const resultBrought = defineKind(
  'result-brought',
  'Somebody has brought the result that a step of a run waits for, or will.',
)

/** Until `dueAt` the following steps wait for the module to run again. */
export const moduleFailed = defineKind(
  'module-failed',
  'A module of a run has failed for a technical reason.',
  (tasks, entry) => {
    const left = closesItsStep(tasks, entry)
    return entry.dueAt === null ? left : openDeadline(left, entry, 'client')
  },
)

export const modulePassed = defineKind(
  'module-passed',
  'A run has gone on without a module that failed and was not run again.',
  closesItsStep,
)

export const moduleReopened = defineKind(
  'module-reopened',
  'A module of a run that failed is to be run again, or a review is to be asked again.',
  closesItsStep,
)

export const moduleSkipped = defineKind(
  'module-skipped',
  'A run does without a module: it never came to it, need not wait for it, or waited in vain.',
  closesItsStep,
)

/** `reason` is the position, `code` yes, no or failed. */
export const conditionAnswered = defineKind(
  'condition-answered',
  'A condition of a run was answered, or could not be.',
  closesItsStep,
)

/** `reason` is the position, `code` the row that ended the run, if one did. */
export const tableAnswered = defineKind(
  'table-answered',
  'A table of a run was answered, or could not be.',
  closesItsStep,
)

/** `reason` is the position, `attempt` the round. */
export const roundBegan = defineKind(
  'round-began',
  'A run repeats a step of its pack.',
  closesItsStep,
)

export const roundLeft = defineKind(
  'round-left',
  'A run has taken many steps at once, and leaves a repetition to a task.',
  (tasks, entry) =>
    open(tasks, entry, { key: keyOf(roundTask, entry), task: roundTask, does: 'repeat steps' }),
)

const closesLook: Effect = (tasks, { ref }) =>
  tasks.filter((task) => task.task !== lookTask || task.ref !== ref)

/** `dueAt` is when the run is checked again. */
export const runDeferred = defineKind(
  'run-deferred',
  'A run could not be gone on with in the commit of something else, and is looked at again.',
  (tasks, entry) =>
    open(closesLook(tasks, entry), entry, {
      // This key can belong to no step.
      key: taskKey(lookTask, entry.ref ?? '', '*', entry.seq),
      task: lookTask,
      does: 'go on with pack',
      trouble: troubleOf(entry),
      dueAt: entry.dueAt ?? entry.at,
    }),
)

export const runTried = defineKind(
  'run-tried',
  'A run that could not be gone on with is looked at again.',
  closesLook,
)

const openReview: Effect = (tasks, entry) =>
  open(closesItsStep(tasks, entry), entry, {
    key: keyOf(reviewTask, entry),
    task: reviewTask,
    does: 'look at overdue review',
    waits: 'review',
    on: 'review of a step',
    ends: true,
    dueAt: entry.dueAt ?? entry.at,
  })

/** `reason` is the position; the task is due at the deadline, which decides nothing. */
export const personAsked = defineKind(
  'person-asked',
  'A run came to a review: it waits for a person.',
  openReview,
)

/** `reason` is the position; the run is checked again when the task is due. */
export const personAwaited = defineKind(
  'person-awaited',
  'The deadline of a review of a run has passed, and the run waits on.',
  openReview,
)

/** `reason` is the position, `code` the decision. */
export const personAnswered = defineKind(
  'person-answered',
  'A person has decided a review of a run.',
  closesItsStep,
)

/** `code` is the outcome, `reason` its reason. */
export const packStopped = defineKind(
  'pack-stopped',
  'A run came to a stop: nothing more of it begins.',
)

const ended = {
  pack: { from: 'told', meaning: 'The name of the pack.' },
  version: { from: 'told', meaning: 'The version that the run is pinned to.' },
  run: { from: 'ref', meaning: 'The id of the run.' },
  status: { from: 'code', meaning: 'As the answer of the pack shows it.' },
  outcome: { from: 'told', meaning: 'The verdict of the pack, where it gives one.' },
  outputs: {
    from: 'told',
    isRecord: true,
    meaning: 'What the pack says at its end and marks for events: a yes or no, or closed words.',
  },
} as const

export const packEnded = defineKind(
  'pack-ended',
  'A run of a pack has ended.',
  closesItsRef,
  defineEvent(
    'pack.completed',
    'A run of a pack has ended with an answer.',
    ended,
    ({ code }) => code !== 'failed',
  ),
  defineEvent(
    'pack.failed',
    'A run of a pack has ended for a technical reason, which says nothing about a person.',
    ended,
    ({ code }) => code === 'failed',
  ),
)

/** `code` is the new outcome. */
export const packDecided = defineKind(
  'pack-decided',
  'A person has decided the outcome of a run that has ended.',
)

export const packKinds = [
  packStarted, moduleStarted, stepDeferred, moduleRetried, moduleCompleted, messageWanted,
  messageAsked, resultBrought, moduleFailed, modulePassed, moduleReopened, moduleSkipped,
  conditionAnswered, tableAnswered, roundBegan, roundLeft, runDeferred, runTried, personAsked,
  personAwaited, personAnswered, packStopped, packEnded, packDecided,
] as const // prettier-ignore
