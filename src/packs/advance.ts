// Advances the open pack runs of a locked transaction as far as the results allow. Every commit calls it, and it costs
// nothing where no run is open. It takes no lock: what sends or buys is a task, whose own commit takes locks.
import type { Allowance } from '#src/platform/cel/budget.ts'
import type { Db } from '#src/platform/db/client.ts'
import { isOfDatabase } from '#src/platform/db/errors.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { evaluateShadow } from '#src/packs/backtest/shadow.ts'
import { modulesByName } from '#src/packs/document/condition-modules.ts'
import type { RowStep } from '#src/packs/document/pack.ts'
import type { PackAction, Stopped } from '#src/packs/document/interpret.ts'
import { append } from '#src/journey/journal/append.ts'
import { runDeferred } from '#src/packs/runs/kinds.ts'
import { askAtEnd, askAtStep } from '#src/packs/reviews/ask.ts'
import { settleEarlier } from '#src/packs/reviews/earlier.ts'
import { closeReviews } from '#src/packs/reviews/open.ts'
import { isCondition, listOpenRuns, lookAgainMs, writePin } from '#src/packs/runs/rules.ts'
import { cancelled, OpenRun } from '#src/packs/runs/run.ts'
import { keepAnswer, keepOutputs, tellSettings } from '#src/packs/runs/run-end.ts'
import { endChildren } from '#src/packs/runs/each/each.ts'
import { takeBackCorrected } from '#src/packs/runs/corrected.ts'
import { withinSavepoint } from '#src/packs/runs/savepoint.ts'
import {
  cancelModule,
  commitStepsMax,
  isAtHand,
  isKnown,
  refusalOf,
  evaluateStep,
} from '#src/packs/runs/steps.ts'
import type { Advancing, PackDeps } from '#src/packs/runs/deps.ts'
import { readLatestRun, readOpenRuns, readRun, saveRun } from '#src/packs/runs/store.ts'
import { gatherForCommit, type CommitFacts } from '#src/packs/runs/evidence/commit-facts.ts'
import { nameOf } from '#src/packs/document/walk.ts'
import type { AwaitedParty } from '#src/packs/runs/run-steps.ts'

export function createAdvance(deps: PackDeps): Advancing {
  /**
   * The number of the last journal entry when the runs were last advanced: if it is the same, nothing has happened
   * since.
   */
  const looked = new WeakMap<Locked, number>()

  async function advanceOpenRuns(
    tx: Db,
    locked: Locked,
    started: readonly OpenRun[],
  ): Promise<void> {
    if (locked.unwritten.length === 0 || looked.get(locked) === locked.lastSeq) return
    if (!locked.isStirred && started.length === 0) return
    // Includes the tasks that this commit has closed, because they may have been the last ones of a run.
    const all = listOpenRuns([...locked.before.tasks, ...locked.tasks])
    const ids = all.filter((id) => !started.some(({ row }) => row.id === id))
    const open = ids.length > 0 ? await readOpenRuns(tx, locked, deps, ids) : []
    const facts = gatherForCommit(deps.facts, locked)
    const shared = { deps, tx, locked, facts, allowance: { left: commitStepsMax } }
    const { retakes } = locked
    locked.retakes = undefined
    if (retakes)
      for (const run of open) {
        takeBackCorrected(locked, run, retakes, isComputed(run))
        await closeReviews(tx, locked, run.row.id, 'superseded')
      }
    for (const run of open) await advanceIsolated({ ...shared, run })
    for (const run of started) await advanceRun({ ...shared, run })
    looked.set(locked, locked.lastSeq)
  }

  const isComputed = ({ pack }: OpenRun) => {
    const modules = modulesByName(pack.root)
    const computed = deps.offered.filter(({ runs }) => runs.kind === 'computes')
    return (name: string) => computed.some(({ key }) => key === modules.get(name)?.module)
  }

  return {
    advance: (tx, locked) => advanceOpenRuns(tx, locked, []),
    async start(tx, locked, live, how) {
      const run = OpenRun.start(locked, live, how)
      await advanceOpenRuns(tx, locked, [run])
      return run.shown
    },
    async cancel(tx, locked, name, runId) {
      const run = await readRun(tx, locked, deps, runId)
      if (!run || run.row.name !== name) return undefined
      if (run.row.endedAt === null) {
        run.stop({ outcome: cancelled, reason: cancelled })
        await advanceOpenRuns(tx, locked, [run])
      }
      return run.shown
    },
    async cancelAll(tx, locked, runIds) {
      if (runIds.length === 0) return
      const runs = await readOpenRuns(tx, locked, deps, runIds)
      for (const run of runs) run.stop({ outcome: cancelled, reason: cancelled })
      await advanceOpenRuns(tx, locked, runs)
    },
    async rerun(tx, locked, name, { step, again, needModule }) {
      const run = await readLatestRun(tx, locked, deps, name)
      if (!run) return 'not-found'
      needModule(modulesByName(run.pack.root).get(step)?.module)
      if (!run.hasFailed(step)) return 'not-failed'
      if (again) run.again = step
      else {
        const refusal = await refusalOf({ ...deps, tx, locked }, run, step)
        if (refusal) return refusal
      }
      run.reopen(step, isComputed(run))
      await closeReviews(tx, locked, run.row.id, 'superseded')
      await advanceOpenRuns(tx, locked, [run])
      return run.shown
    },
    async decide(tx, locked, id, { verdict, modules, path }) {
      const run = await readRun(tx, locked, deps, id)
      const isWhole = path === undefined
      if (!run || (isWhole && run.row.endedAt === null)) return false
      if (verdict === 'again') run.askAgain(modules, isComputed(run), path)
      else if (isWhole) run.decide(verdict)
      else run.answerReview(path, verdict === 'approved')
      if (isWhole && verdict !== 'again') {
        await endChildren({ tx, locked }, run)
        await saveRun(tx, locked, deps.sealer, run)
      } else await advanceOpenRuns(tx, locked, [run])
      return true
    },
  }
}

/** The most steps of a run in one commit; beyond them repetitions are left to a task. */
const stepsAtOnceMax = 200

/** An open run within the commit that advances it. */
type RunInCommit = {
  readonly deps: PackDeps
  readonly tx: Db
  readonly locked: Locked
  readonly run: OpenRun
  readonly facts: CommitFacts
  readonly allowance: Allowance
}

/** A failing run is rolled back alone, because the commit was made for another purpose and must not fail with it. */
async function advanceIsolated(going: RunInCommit): Promise<void> {
  const { deps, tx, locked, run } = going
  try {
    await withinSavepoint(tx, locked, (inner) => advanceRun({ ...going, tx: inner }))
  } catch (error) {
    if (isOfDatabase(error)) throw error
    deps.log.error({ error, transactionId: locked.id, run: run.row.id }, 'a run is deferred')
    const dueAt = locked.now.getTime() + lookAgainMs
    append(locked, { kind: runDeferred, ref: run.row.id, dueAt })
  }
}

async function advanceRun(going: RunInCommit): Promise<void> {
  logAdvance(going)
  for (let steps = 0; ;) {
    const taken = await takeReadySteps(going, steps > stepsAtOnceMax)
    if (taken === 0) break
    steps += taken
  }
  if (going.run.isChanged) await saveRun(going.tx, going.locked, going.deps.sealer, going.run)
}

/** Logged before conditions and scores are computed: if the process dies of them, this line shows where. */
function logAdvance({ deps, locked, run: { row } }: RunInCommit): void {
  const { id: transaction, tenant, task } = locked
  const pack = writePin(row.name, row.version)
  deps.log.info({ transaction, tenant, task, pack, run: row.id }, 'a pack goes on')
}

/** Starts what can start, then evaluates each step that may have ended; returns how many have. */
async function takeReadySteps(going: RunInCommit, leavesRounds: boolean): Promise<number> {
  const { run } = going
  run.evidence.turn()
  const { actions, outcome, stop, ready, skipped } = run.next
  if (stop) run.stop(await settle(going, stop))
  if (outcome === 'ended') {
    for (const module of skipped) await skipModule(going, module)
    if (run.isAsked()) await closeReviews(going.tx, going.locked, run.row.id, 'superseded')
    run.end(await keepOutputs(going))
    await endChildren(going, run)
    await keepAnswer(going)
    await askAtEnd(going)
    await tellSettings(going)
    if (run.row.shadow) await evaluateShadow(going, run.row.shadow)
    return 0
  }
  const starts = ready ? await startsAtOnce(going, actions) : startsOf(actions)
  const asked = actions.filter(({ kind }) => kind.startsWith('answer-'))
  for (const { step, round } of starts) run.begin(step, round, partyOf(going.deps, step))
  for (const action of actions) if (action.kind === 'ask-person') await askAtStep(going, action)
  const begun = starts.map(({ step }) => nameOf(step))
  let taken = repeatSteps(run, actions, leavesRounds)
  for (const step of [...run.processing, ...asked.map(({ path }) => path)]) {
    if (run.isDeferred(step)) continue
    if (await takeStepIsolated(going, step, begun.includes(step))) taken += 1
  }
  if (taken > 0 || !ready) return taken
  run.stop(await settle(going, ready))
  return 1
}

/** The party that the result of a step depends on; undefined for what is computed or comes by time. */
function partyOf({ offered }: PackDeps, step: RowStep): AwaitedParty | undefined {
  if (step.kind === 'wait') return step.signal ? 'client' : undefined
  if (step.kind === 'call') return 'vendor'
  if (step.kind === 'ask') return 'client'
  // Children of such a step answer by their own links; without links the client brings their results.
  if (step.kind === 'each') return step.link === true ? 'person' : 'client'
  const { module } = step
  const runs = offered.find(({ key }) => key === module)?.runs.kind
  return runs === 'waits' ? 'client' : runs === 'opens' ? 'vendor' : undefined
}

type Starts = Extract<PackAction, { kind: 'start-step' }>[]

const startsOf = (actions: readonly PackAction[]): Starts =>
  actions.filter((action) => action.kind === 'start-step')

/**
 * Starts the actions beside a ready stop that complete at once, because they are computed or already have a result; the
 * run waits for no others.
 */
async function startsAtOnce(
  { deps, tx, locked, run, facts }: RunInCommit,
  actions: readonly PackAction[],
): Promise<Starts> {
  const found: Starts = []
  for (const action of startsOf(actions))
    if (await isAtHand({ ...deps, tx, locked, facts }, run, action.step)) found.push(action)
  return found
}

/** Adjusts the stop to earlier runs; a transaction’s first run, in the commit that starts it, has none. */
async function settle(going: RunInCommit, stop: Stopped): Promise<Stopped> {
  const { row, isNew } = going.run
  const isVerdict = stop.outcome !== undefined && stop.outcome !== cancelled
  if (!isVerdict || row.stopReason !== null || (isNew && row.implicit)) return stop
  return settleEarlier(going, stop)
}

/** Starts the next rounds; a commit that has taken many steps leaves them to a task. */
function repeatSteps(run: OpenRun, actions: readonly PackAction[], leaves: boolean): number {
  let taken = 0
  for (const action of actions) {
    if (action.kind !== 'next-round' || run.isDeferred(action.path)) continue
    if (leaves) run.leaveRound(action.path)
    else run.beginRound(action.path, action.round)
    if (!leaves) taken += 1
  }
  return taken
}

/** Cancels a module that has started; if the cancellation throws, the module ends without it. */
async function skipModule({ deps, tx, locked, run }: RunInCommit, module: string): Promise<void> {
  if (run.isOpen(module))
    try {
      await withinSavepoint(tx, locked, (inner) =>
        cancelModule({ ...deps, tx: inner, locked }, run, module),
      )
    } catch (error) {
      if (isOfDatabase(error)) throw error
      deps.log.warn({ error, transactionId: locked.id, module }, 'a module is not cancelled')
    }
  run.skip(module)
}

/**
 * Evaluates a step within a savepoint. A step that throws is rolled back and left to a task, so that it fails alone;
 * true when it has ended.
 */
async function takeStepIsolated(
  { deps, tx, locked, run, facts, allowance }: RunInCommit,
  step: string,
  begins: boolean,
): Promise<boolean> {
  if (!isKnown(deps, run, step)) {
    // A module that a newer process has started is evaluated by that process.
    if (begins || isCondition(step)) run.defer(step, 'unknown-module')
    return false
  }
  try {
    const result = await withinSavepoint(tx, locked, (inner) =>
      evaluateStep(deps, run, step, { tx: inner, locked, begins, facts, allowance }),
    )
    const { lastSeq } = locked
    const hasEnded = run.record(step, result)
    facts.keep(lastSeq)
    return hasEnded
  } catch (error) {
    if (isOfDatabase(error)) throw error
    facts.forget()
    deps.log.warn({ error, transactionId: locked.id, step }, 'a step of a pack is deferred')
    run.defer(step, 'internal')
    return false
  }
}
