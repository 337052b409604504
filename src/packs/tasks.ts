// The tasks of runs: deadlines, and retries of modules whose results could not be computed.
import { ApplicationFailure } from '@temporalio/common'
import { defineTask, type TaskDefinition, type TaskWork } from '#src/journey/commit/task.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { gatherForCommit } from '#src/packs/runs/evidence/commit-facts.ts'
import { append } from '#src/journey/journal/append.ts'
import { personAwaited, runTried } from '#src/packs/runs/kinds.ts'
import {
  computeTask,
  deadlineTask,
  isCondition,
  lookTask,
  reviewTask,
  roundTask,
  stepOf,
} from '#src/packs/runs/rules.ts'
import type { OpenRun } from '#src/packs/runs/run.ts'
import { commitStepsMax, isKnown, evaluateStep } from '#src/packs/runs/steps.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { readOpenRuns, saveRun } from '#src/packs/runs/store.ts'

type Due = InCommit<{ readonly task: Parameters<TaskWork>[2] }>

/** How long until a run that waits for a person is checked again. */
const awaitedMs = 30 * 24 * 60 * 60_000

export function packTasks(deps: PackDeps): TaskDefinition[] {
  /** Builds a task that changes its run; the commit then advances the run. */
  const change =
    (work: (run: OpenRun, step: string, due: Due) => Promise<void>): TaskWork =>
    async (tx, locked, task) => {
      const [run] = await readOpenRuns(tx, locked, deps, [task.ref])
      if (!run) return
      await work(run, stepOf(task), { tx, locked, task })
      await saveRun(tx, locked, deps.sealer, run)
    }

  const tryAgain = change(async (run, step, { tx, locked }) => {
    if (!run.isOpen(step)) return
    // Held back until a worker that knows the module takes the task; it does not count as a failure.
    if (!isKnown(deps, run, step))
      throw ApplicationFailure.nonRetryable('this worker does not know the module', 'unknown-task')
    const facts = gatherForCommit(deps.facts, locked)
    const allowance = { left: commitStepsMax }
    run.evidence.turn()
    run.record(
      step,
      await evaluateStep(deps, run, step, { tx, locked, begins: true, facts, allowance }),
    )
  })
  const fail = (run: OpenRun, step: string, code: string, at?: number) => {
    if (!run.isOpen(step)) return
    if (isCondition(step)) run.answer(step, 'failed', at)
    else run.fail(step, code, at)
  }
  const failStep = change(async (run, step) => fail(run, step, 'internal'))
  const failOverdue = change(async (run, step, { task: { dueAt } }) => {
    if (!run.pass(step, dueAt) && !run.endWait(step, dueAt)) fail(run, step, 'deadline', dueAt)
  })
  const repeat = change(async (run, step) => {
    run.beginRound(step, (run.row.rounds[step] ?? 1) + 1)
  })
  return [
    defineTask(computeTask, tryAgain, { fail: failStep }),
    defineTask(deadlineTask, failOverdue, { fail: failStep }),
    defineTask(roundTask, repeat),
    // Does nothing itself: its commit advances every open run.
    defineTask(lookTask, async (_tx, locked, { ref }) => {
      append(locked, { kind: runTried, ref })
    }),
    // The deadline decides nothing: the run keeps waiting, and the queue of reviews shows it as overdue.
    defineTask(reviewTask, async (_tx, locked, task) => {
      const dueAt = locked.now.getTime() + awaitedMs
      append(locked, { kind: personAwaited, ref: task.ref, reason: stepOf(task), dueAt })
    }),
  ]
}
