// The journal of pack runs; `ref` is the run.
import { closesItsRef, open } from '#src/agenda/effects.ts'
import { defineKind, type Effect } from '#src/journal/kind.ts'
import { computeTask, deadlineTask, isOf, type PackTask, taskKey } from './rules.ts'

/** `code` is the version that the run is pinned to, `basic@3`. */
export const packStarted = defineKind('pack-started', 'A run of a pack began, pinned to a version.')

export const moduleStarted = defineKind(
  'module-started',
  'A run came to a module, which has until its deadline.',
  (tasks, entry) => {
    const { ref, module, dueAt, at, seq } = entry
    const key = taskKey(deadlineTask, ref ?? '', module ?? '', seq)
    return open(tasks, entry, { key, task: deadlineTask, dueAt: dueAt ?? at })
  },
)

/** `reason` is the place of a condition, which has no other deadline; without it, it is the module. */
export const stepDeferred = defineKind(
  'step-deferred',
  'A module or condition could not be computed, and is tried again.',
  (tasks, entry) => {
    const { ref, module, reason, dueAt, seq } = entry
    const key = (task: PackTask) => taskKey(task, ref ?? '', module ?? reason ?? '', seq)
    const tried = open(tasks, entry, { key: key(computeTask), task: computeTask })
    if (dueAt === null) return tried
    return open(tried, entry, { key: key(deadlineTask), task: deadlineTask, dueAt })
  },
)

/** Of a module, or of a condition by its place. */
const closesItsStep: Effect = (tasks, { ref, module, reason }) =>
  tasks.filter((task) => !isOf(task, ref ?? '', module ?? reason ?? ''))

export const moduleCompleted = defineKind(
  'module-completed',
  'A module of a run has its results.',
  closesItsStep,
)

export const moduleFailed = defineKind(
  'module-failed',
  'A module of a run has failed for a technical reason.',
  closesItsStep,
)

export const moduleSkipped = defineKind(
  'module-skipped',
  'A run ended without coming to a module.',
  closesItsStep,
)

/** `reason` is its place, `code` yes, no or failed. */
export const conditionAnswered = defineKind(
  'condition-answered',
  'A condition of a run was answered, or could not be.',
  closesItsStep,
)

export const packStopped = defineKind(
  'pack-stopped',
  'A run came to a stop: nothing more of it begins.',
)

export const packEnded = defineKind('pack-ended', 'A run of a pack has ended.', closesItsRef)

export const packKinds = [
  packStarted,
  moduleStarted,
  stepDeferred,
  moduleCompleted,
  moduleFailed,
  moduleSkipped,
  conditionAnswered,
  packStopped,
  packEnded,
] as const
