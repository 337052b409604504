// Random packs of every construct over random worlds, on real rows: what is due is performed in random order, by
// two processes in turns, which die between commits. A run ends as the plain meaning of its document says, and after every commit
// agenda and journal agree.
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Task } from '#src/journey/transaction/task.ts'
import { lookTask } from '#src/packs/reviews/kinds.ts'
import { computeTask, stepOf } from '#src/packs/runs/rules.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { innerSteps, modulesOf, stepAt } from '#src/packs/document/walk.ts'
import { orders, packs } from '#test/unit/packs/document/random-packs.ts'
import { evaluate } from '#test/unit/packs/document/reference.ts'
import { ownerTest as test } from '../fixture.ts'
import { openStage, type Stage } from './stage.ts'
import {
  answerScan,
  clientSends,
  createBegun,
  makeModules,
  type Scripted,
  scripts,
  withMarkers,
} from './world.ts'

/** Where branches stand beside each other, which stop is the first is a matter of their order. */
const documents = fc
  .oneof(
    packs({ stops: false, tries: true }),
    packs({ stops: true, tries: true }).filter(({ root }) => !holds(root, 'parallel')),
  )
  .filter(({ root }) => modulesOf(root).length <= 8)
  .map(withMarkers)

const losses = fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 20 })

test('a run of every construct ends as its document means, whatever is lost, and so it would again', async ({
  db,
}) => {
  await createBegun(db)
  const tried = fc.asyncProperty(
    documents,
    scripts,
    orders,
    losses,
    async ({ root }, script, order, lost) => {
      const stage = await openStage(db, makeModules(root, script), new Set(), answerScan)
      const id = await stage.create()
      const pack = await stage.publish(root)
      const run = await stage.start(id, pack)
      await stage.expectSound(id)
      await play({ stage, id, run, script }, order, lost)

      const meant = evaluate(root, {
        outcome: (module, time) => script.outcome(module, time),
        answer: (path, time) => script.answer(markerAt(root, path), time),
      })
      const ended = await stage.run(run)
      expect(ended.modules).toEqual(meant.statuses)
      expect(ended.stopReason ?? undefined).toBe(meant.stop)
      const journal = await stage.journal(id)
      const begun = journal.flatMap(({ kind, module }) =>
        ['module-started', 'module-retried'].includes(kind) ? [module ?? ''] : [],
      )
      expect(begun.toSorted()).toEqual(meant.begun.toSorted())
      expect(journal.filter(({ kind }) => kind === 'pack-ended')).toHaveLength(1)
      expect(await tasksOfRuns(stage, id)).toEqual([])
      // In its own backtest a version never differs from itself.
      const { from, verdict } = await stage.backtested(run)
      expect(verdict).toEqual({ outcome: from, differed: [] })
      // What comes later changes nothing of the answer: that takes a rerun or a review.
      const answer = await stage.answer(run)
      await stage.change(id)
      expect(await stage.answer(run)).toEqual(answer)
      expect(await stage.run(run)).toEqual(ended)
    },
  )
  await fc.assert(tried, { numRuns: 25 })
})

type Playing = {
  readonly stage: Stage
  readonly id: string
  readonly run: string
  readonly script: Scripted
}

/** All but reviews of runs that have ended: nobody decides here. */
const tasksOfRuns = async (stage: Stage, id: string) =>
  (await stage.tasks(id)).filter(({ task }) => task !== lookTask)

/** One thing at a time: a task that is due, what the client sends, or else time goes on to what comes next. */
async function play(playing: Playing, order: number[], lost: number[]): Promise<void> {
  const { stage, id, script } = playing
  // What no process knows waits for one that does, or for its deadline.
  const isHeld = (task: Task) =>
    task.task === computeTask && script.behaviour(stepOf(task)) === 'unknown'
  for (let loop = 0; loop < 1_000; loop += 1) {
    const tasks = await tasksOfRuns(stage, id)
    if (tasks.length === 0) return
    // One in five commits is made, whatever is drawn.
    const isLost = loop % 5 > 0 && lost[loop % lost.length] === 3
    const now = await stage.now(id)
    const open = tasks.filter((task) => !isHeld(task))
    const due = open.filter(({ dueAt }) => dueAt <= now)
    const chosen = due[(order[loop % order.length] ?? 0) % Math.max(1, due.length)]
    if (chosen) await stage.perform(id, chosen.key, chosen.task, { isLost, other: loop % 2 === 0 })
    else if (!(await clientSends(playing))) {
      const next = Math.min(...open.map(({ dueAt }) => dueAt))
      await stage.advanceClock(id, Math.ceil(next - now))
    }
    await stage.expectSound(id)
  }
  throw new Error('the run does not end')
}

const holds = (step: Step, kind: Step['kind']): boolean =>
  step.kind === kind || innerSteps(step).some(([, inner]) => holds(inner, kind))

/** The module that the condition at a place asks about. */
function markerAt(root: Step, path: string): string {
  const step = stepAt(root, path)
  if (step?.kind !== 'when' && step?.kind !== 'repeat') throw new Error(`no condition at ${path}`)
  return step.of?.[0] ?? ''
}
