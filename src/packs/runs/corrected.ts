// What a correction of the transaction takes back of an open run: as if the steps that it names were fresh.
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { stepAt } from '#src/packs/document/walk.ts'
import { moduleReopened } from './kinds.ts'
import { reviewTask, stepOf } from './rules.ts'
import type { OpenRun } from './run.ts'

/**
 * Steps of those modules begin anew where they have begun, and so does what is computed and decided. A person's word stays,
 * unless it stands behind a step that begins anew; whoever is asked now is asked again where the run comes to it.
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

/** Empty for a step that waits for something else. */
function moduleOf(run: OpenRun, name: string): string {
  const step = run.stepOf(name)
  return step?.kind === 'module' ? step.module : ''
}

/** A list that was read stays read, whatever is corrected. */
function isKept(run: OpenRun, path: string): boolean {
  const step = stepAt(run.pack.root, path)
  return step?.kind === 'review' || step?.kind === 'each'
}
