// Computes what a pack run does next, as a pure function of its document and its recorded events. `advance` calls it
// after every change and performs the actions, so that a run can be resumed from its rows anywhere.
import { findOutage } from './outage.ts'
import type {
  DecideStep,
  EachStep,
  Pack,
  RepeatStep,
  ReviewStep,
  RowStep,
  Step,
  WaitStep,
  WhenStep,
} from './pack.ts'
import { verdictOfTable } from './decision-table.ts'
import {
  type ConditionAnswer,
  branchOf,
  branchOfReview,
  innerSteps,
  isRowStep,
  nameOf,
  nameOfStep,
  rowNamesOf,
  stepsTaken,
} from './walk.ts'

/** The position of a step: a JSON pointer from the root step of the document ('' is the root). */
export type StepPath = string

/**
 * The events of a run, as JSON data. A module or wait appears by its name once it has started (or was skipped), a
 * condition once it was evaluated. `unanswered` means that the data of a condition are absent, `failed` that it could
 * not be computed. `stopped` holds the first recorded stop: after it nothing starts, even if another stop is reached.
 */
export type PackRun = {
  modules: Record<string, ModuleRun>
  answers: Answers
  /** How often each repeat step has started, where more than once. */
  rounds?: Rounds
  stopped?: Stopped
}
/** `held`: what follows the module waits until it has run again. */
type ModuleRun = { status: ModuleState; held?: boolean }
export type Answers = Record<StepPath, ConditionAnswer>
export type Rounds = Record<StepPath, number>
/** `pending`: it ran before and is about to start again. */
export type ModuleState = 'pending' | 'processing' | 'completed' | 'failed' | 'skipped'
/** Without an outcome when a module failed for a technical reason, which is no verdict. */
export type Stopped = {
  readonly reason: string
  readonly outcome?: string
  /** The unanswered condition that ended the run. */
  readonly unansweredStep?: string
}

/** `path` identifies the step in this version for ever. */
export type PackAction =
  | { kind: 'start-step'; path: StepPath; step: RowStep; round: number }
  | { kind: 'answer-condition'; path: StepPath; of: readonly string[]; condition: string }
  | { kind: 'answer-table'; path: StepPath; step: DecideStep }
  /** Until when a step waits; the answer in the state says that the moment is known. */
  | { kind: 'answer-moment'; path: StepPath; step: WaitStep }
  /** Whether there is the list of a step; the answer in the state says that it is known. */
  | { kind: 'answer-list'; path: StepPath; step: EachStep }
  | { kind: 'next-round'; path: StepPath; round: number }
  | { kind: 'ask-person'; path: StepPath; step: ReviewStep }

/**
 * `actions` are to be started now. A condition that could not be evaluated yet is not in the state, so it appears
 * again. `stop` says why nothing more starts; work in progress is then pointless. `ready` is a stop that ends the run
 * once no action can complete at once: the branches beside it first go as far as they can. `skipped` lists, once ended,
 * the modules and waits that were never reached.
 */
export type NextPackActions = {
  actions: PackAction[]
  outcome: 'running' | 'ended'
  stop?: Stopped
  ready?: Stopped
  skipped: string[]
}

/** The stop of a run whose module failed for a technical reason. */
const moduleFailed: Stopped = { reason: 'module-failed' }

/** The stop of a run that a person rejected. */
const reviewRejected: Stopped = { reason: 'review-rejected', outcome: 'rejected' }

/** The stop at an unanswered condition: it counts neither as a no nor as a yes. */
const unanswered = (step: Step, path: StepPath): Stopped => ({
  reason: 'unanswered',
  outcome: 'review',
  unansweredStep: nameOfStep(step, path),
})

export function nextPackActions(pack: Pack, run: PackRun): NextPackActions {
  const walk: Walk = { run, actions: [], stops: [], rounds: [] }
  const done = hasEnded(pack.root, '', walk)
  const found = strictest(walk.stops)
  if (run.stopped === undefined && found === undefined && !done)
    return { actions: walk.actions, outcome: 'running', skipped: [] }
  const ready = found && guarded(pack, run, found)
  // Nobody is asked for a review that a ready stop may make pointless, and nothing is stricter than a rejection, so
  // that one ends the run at once.
  const left = walk.actions.filter(({ kind }) => kind !== 'ask-person')
  if (run.stopped === undefined && ready && strictnessOf(ready) > 0 && left.length > 0)
    return { actions: left, outcome: 'running', ready: ready.stop, skipped: [] }
  const stop = run.stopped ?? ready?.stop
  const skipped = rowNamesOf(pack.root).filter((name) => {
    const status = stateOf(run, name)
    return status === undefined || status === 'processing'
  })
  return { actions: [], outcome: 'ended', ...(stop && { stop }), skipped }
}

/** The status in the pack query: `partial` when something failed for a technical reason. */
export function packStatus(pack: Pack, run: PackRun): 'processing' | 'partial' | 'completed' {
  if (nextPackActions(pack, run).outcome === 'running') return 'processing'
  const failed = [...stepsTaken(pack.root, run.answers)].some(([, step]) => isUnmended(step, run))
  return failed || Object.values(run.answers).includes('failed') ? 'partial' : 'completed'
}

/** Whether the step started and has no reliable end: it is running, or it failed without a completed fallback. */
function isOut(step: RowStep, run: PackRun): boolean {
  const name = nameOf(step)
  const status = Object.hasOwn(run.modules, name) && run.modules[name]?.status
  if (status !== 'failed') return status === 'processing' || status === 'pending'
  const { fallback } = step
  return !fallback || isOut(fallback, run) || stateOf(run, nameOf(fallback)) === undefined
}

/** Whether a module or wait failed and its fallback did not complete either. */
function isUnmended(step: Step, run: PackRun): boolean {
  if (!isRowStep(step) || stateOf(run, nameOf(step)) !== 'failed') return false
  if (!step.fallback) return true
  return stateOf(run, nameOf(step.fallback)) !== 'completed' && !isUnmended(step.fallback, run)
}

/** A stop that a run has reached, and its position. */
type Ready = { readonly stop: Stopped; readonly path: StepPath }

/** The lower the number, the stricter; of several ready stops the strictest counts. */
const strictnessOf = ({ stop: { outcome } }: Ready): number =>
  outcome === 'rejected' ? 0 : outcome === 'review' ? 1 : outcome === 'approved' ? 3 : 2

const strictest = ([first, ...more]: readonly Ready[]): Ready | undefined =>
  more.reduce<Ready | undefined>(
    (now, one) => (now && strictnessOf(one) < strictnessOf(now) ? one : now),
    first,
  )

/** An approval becomes a review if its conditions read a module that failed or is still running. */
function guarded({ root }: Pack, run: PackRun, ready: Ready): Ready {
  if (ready.stop.outcome !== 'approved') return ready
  const unansweredStep = findOutage(root, run, ready.path, (step) => isOut(step, run))
  return unansweredStep === undefined
    ? ready
    : { ...ready, stop: { outcome: 'review', reason: 'unanswered', unansweredStep } }
}

type Walk = {
  readonly run: PackRun
  readonly actions: PackAction[]
  /** The rounds of the surrounding repeat steps, outermost first. */
  readonly rounds: number[]
  readonly stops: Ready[]
}

/** Whether a run has passed a step; what it waits for there is added to the walk. */
function hasEnded(step: Step, path: StepPath, walk: Walk): boolean {
  switch (step.kind) {
    case 'module':
    case 'call':
    case 'ask':
      return hasRowEnded(step, path, walk)
    case 'wait':
    case 'each':
      return hasWaitEnded(step, path, walk)
    case 'sequence':
    case 'pack':
      return innerSteps(step).every(([part, inner]) => hasEnded(inner, path + part, walk))
    case 'parallel':
      return innerSteps(step)
        .map(([part, inner]) => hasEnded(inner, path + part, walk))
        .every(Boolean)
    case 'when':
      return hasWhenEnded(step, path, walk)
    case 'review':
      return hasReviewEnded(step, path, walk)
    case 'repeat':
      return hasRepeatEnded(step, path, walk)
    case 'decide':
      return hasTableEnded(step, path, walk)
    case 'stop':
      // A stop is never passed, so the steps behind it are not visited.
      walk.stops.push({ stop: { reason: step.reason, outcome: step.outcome }, path })
      return false
  }
}

function hasTableEnded(step: DecideStep, path: StepPath, walk: Walk): boolean {
  if (walk.run.answers[path] === undefined) {
    walk.actions.push({ kind: 'answer-table', path, step })
    return false
  }
  const verdict = verdictOfTable(step, path, walk.run.answers)
  if (!verdict) return true
  const { row, name: _, ...stop } = verdict
  walk.stops.push({ stop, path: row })
  return false
}

function hasRowEnded(step: RowStep, path: StepPath, walk: Walk): boolean {
  const status = stateOf(walk.run, nameOf(step))
  if (status === undefined)
    walk.actions.push({ kind: 'start-step', path, step, round: roundOf(walk.rounds) })
  if (status !== 'failed') return status !== undefined && status !== 'processing'
  if (step.fallback) return hasRowEnded(step.fallback, `${path}/fallback`, walk)
  if (step.onFailure === 'fail') {
    walk.stops.push({ stop: moduleFailed, path })
    return false
  }
  return walk.run.modules[nameOf(step)]?.held !== true
}

function hasWaitEnded(step: WaitStep | EachStep, path: StepPath, walk: Walk): boolean {
  const isAnswered = step.kind === 'wait' && step.until === undefined
  const answer = isAnswered || walk.run.answers[path]
  if (answer === undefined) {
    walk.actions.push(
      step.kind === 'wait'
        ? { kind: 'answer-moment', path, step }
        : { kind: 'answer-list', path, step },
    )
    return false
  }
  return answer === true ? hasRowEnded(step, path, walk) : mayGoOn(step, path, walk)
}

function hasWhenEnded(step: WhenStep, path: StepPath, walk: Walk): boolean {
  const answer = walk.run.answers[path]
  if (answer === undefined) {
    const { of = [], condition } = step
    walk.actions.push({ kind: 'answer-condition', path, of, condition })
    return false
  }
  const part = branchOf(answer)
  const taken = innerSteps(step).find(([one]) => one === part)
  if (taken) return hasEnded(taken[1], path + part, walk)
  return answer === false || mayGoOn(step, path, walk)
}

/** Waits for a person’s decision without a deadline: an approval lets the run continue, a rejection ends it. */
function hasReviewEnded(step: ReviewStep, path: StepPath, walk: Walk): boolean {
  const answer = walk.run.answers[path]
  if (answer === undefined) {
    walk.actions.push({ kind: 'ask-person', path, step })
    return false
  }
  const part = branchOfReview(answer === true)
  const taken = innerSteps(step).find(([one]) => one === part)
  if (taken) return hasEnded(taken[1], path + part, walk)
  if (answer === true) return true
  walk.stops.push({ stop: reviewRejected, path })
  return false
}

/** Whether a run continues after an unanswered condition, because the document says so. */
function mayGoOn(
  step: WhenStep | RepeatStep | WaitStep | EachStep,
  path: StepPath,
  walk: Walk,
): boolean {
  if (step.unanswered === 'continue') return true
  walk.stops.push({ stop: unanswered(step, path), path })
  return false
}

function hasRepeatEnded(step: RepeatStep, path: StepPath, walk: Walk): boolean {
  const round = walk.run.rounds?.[path] ?? 1
  walk.rounds.push(round)
  const hasRun = hasEnded(step.run, `${path}/run`, walk)
  walk.rounds.pop()
  if (!hasRun) return false
  const answer = walk.run.answers[path]
  if (answer === undefined) {
    const { of = [], until } = step
    walk.actions.push({ kind: 'answer-condition', path, of, condition: until })
    return false
  }
  // Without an answer the round is not repeated, so that a person is not asked for the same again.
  if (answer === 'unanswered' || answer === 'failed') return mayGoOn(step, path, walk)
  if (answer || round >= step.timesMax) return true
  walk.actions.push({ kind: 'next-round', path, round: round + 1 })
  return false
}

/** The number of this execution of a step, over all repeat steps around it. */
const roundOf = (rounds: readonly number[]): number =>
  Math.min(roundsMax, rounds.reduce((count, round) => count * 10 + round - 1, 0) + 1)

/** The most that the column holds; nested repeats could exceed it. */
const roundsMax = 2_147_483_647

function stateOf(run: PackRun, key: string): ModuleState | undefined {
  const status = Object.hasOwn(run.modules, key) ? run.modules[key]?.status : undefined
  return status === 'pending' ? undefined : status
}
