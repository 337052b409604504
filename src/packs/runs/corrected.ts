// The effects of a correction in an open run: the steps that it concerns start again, as if they were fresh.
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { stepAt } from '#src/packs/document/walk.ts'
import { moduleReopened } from './kinds.ts'
import { reviewTask, stepOf } from './rules.ts'
import type { OpenRun } from './run.ts'

/**
 * Started steps of the corrected modules start again, and so does what was computed and decided. A review's decision
 * stays unless it follows a step that starts again; open reviews are asked again when the run comes to them.
 */
export function takeBackCorrected(
  locked: Locked,
  run: OpenRun,
  modules: ReadonlySet<string>,
  isComputed: (name: string) => boolean,
): void {
  const begun = [...run.modules.values()].filter(({ status }) => status !== 'pending')
  const names = begun.map(({ step }) => step)
  run.askAgain(
    names.filter((name) => isComputed(name) || modules.has(moduleOf(run, name))),
    isComputed,
  )
  for (const task of locked.tasks)
    if (task.task === reviewTask && task.ref === run.row.id)
      append(locked, { kind: moduleReopened, ref: run.row.id, reason: stepOf(task) })
  const { answers } = run.row
  const left = Object.entries(answers).filter(([path]) => isKept(run, path))
  run.row = { ...run.row, answers: Object.fromEntries(left) }
}

/** Empty for a step without a module. */
function moduleOf(run: OpenRun, name: string): string {
  const step = run.stepOf(name)
  return step?.kind === 'module' ? step.module : ''
}

/** A list is read only once, so its answer stays whatever is corrected. */
function isKept(run: OpenRun, path: string): boolean {
  const step = stepAt(run.pack.root, path)
  return step?.kind === 'review' || step?.kind === 'each'
}
