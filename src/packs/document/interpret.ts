// What a pack run does next, as a pure function of its document and of what has happened to it.
// `advance` asks it after every change and does what it says, so a run goes on from its rows wherever it is
// resumed.
import { findOutage } from './outage.ts'
import type {
  DecideStep,
  ModuleStep,
  Pack,
  RepeatStep,
  ReviewStep,
  Step,
  WhenStep,
} from './pack.ts'
import { verdictOfTable } from './decision-table.ts'
import {
  type ConditionAnswer,
  branchOf,
  branchOfReview,
  innerSteps,
  isInside,
  moduleNamesOf,
  nameOf,
  nameOfStep,
  stepAt,
  stepsTaken,
} from './walk.ts'

/** Where a step stands: a JSON pointer from the root step of the document ('' is the root). */
export type StepPath = string

/**
 * What has happened to a run; survives JSON. A step of a module appears here, by its name, once it has begun (or has been
 * skipped), an answer once it is known. `unanswered` says that the data of a condition are absent, `failed` that it
 * could not be computed.
 * `stopped` holds the first stop that was recorded: from then on nothing starts, whatever
 * other stop is reached later.
 */
export type PackRun = {
  modules: Record<string, ModuleRun>
  answers: Answers
  /** How often the repeat steps have begun, where more than once. */
  rounds?: Rounds
  stopped?: Stopped
}
/** `held`: what comes after it waits for it to be run again. */
type ModuleRun = { status: ModuleState; held?: boolean }
export type Answers = Record<StepPath, ConditionAnswer>
export type Rounds = Record<StepPath, number>
/** `pending`: it has run before, and is to begin again. */
export type ModuleState = 'pending' | 'processing' | 'completed' | 'failed' | 'skipped'
/** Without an outcome: a module failed for a technical reason, which is no verdict. */
export type Stopped = {
  readonly reason: string
  readonly outcome?: string
  /** The condition without an answer that has ended the run. */
  readonly unansweredStep?: string
}

/** `path` names the step for ever, so that the caller knows what it is waiting for. */
export type PackAction =
  | { kind: 'start-module'; path: StepPath; step: ModuleStep; round: number }
  | { kind: 'answer-condition'; path: StepPath; of: readonly string[]; condition: string }
  | { kind: 'answer-table'; path: StepPath; step: DecideStep }
  | { kind: 'next-round'; path: StepPath; round: number }
  | { kind: 'ask-person'; path: StepPath; step: ReviewStep }

/**
 * `actions`: what to begin now. An answer that could not be computed yet is not in the state, so it
 * is asked for again. `stop`: why nothing starts any more; what is under way then is needless.
 * `ready`: a stop that ends the run once none of the actions can be taken at once: the branches beside it go as far as
 * they can first. `skipped`: once ended, the modules that were never reached.
 */
export type NextPackActions = {
  actions: PackAction[]
  outcome: 'running' | 'ended'
  stop?: Stopped
  ready?: Stopped
  skipped: string[]
}

/** Of a run that a module has ended by failing for a technical reason. */
const moduleFailed: Stopped = { reason: 'module-failed' }

/** Of a run that a person has ended by rejecting it. */
const reviewRejected: Stopped = { reason: 'review-rejected', outcome: 'rejected' }

/** A guard that cannot be answered holds: neither a no, nor a way past. */
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
  // Nobody is asked for what may be decided already, and nothing is stricter than a rejection.
  const left = walk.actions.filter(({ kind }) => kind !== 'ask-person')
  if (run.stopped === undefined && ready && strictnessOf(ready) > 0 && left.length > 0)
    return { actions: left, outcome: 'running', ready: ready.stop, skipped: [] }
  const stop = run.stopped ?? ready?.stop
  const skipped = moduleNamesOf(pack.root).filter((name) => {
    const status = stateOf(run, name)
    return status === undefined || status === 'processing'
  })
  return { actions: [], outcome: 'ended', ...(stop && { stop }), skipped }
}

/** As the pack query shows it: `partial` when something failed for a technical reason. */
export function packStatus(pack: Pack, run: PackRun): 'processing' | 'partial' | 'completed' {
  if (nextPackActions(pack, run).outcome === 'running') return 'processing'
  const failed = [...stepsTaken(pack.root, run.answers)].some(([, step]) => isUnmended(step, run))
  return failed || Object.values(run.answers).includes('failed') ? 'partial' : 'completed'
}

/** Whether it has begun, and has not come to an end that can be relied on. */
function isOut(step: ModuleStep, run: PackRun): boolean {
  const name = nameOf(step)
  const status = Object.hasOwn(run.modules, name) && run.modules[name]?.status
  if (status !== 'failed') return status === 'processing' || status === 'pending'
  const { fallback } = step
  return !fallback || isOut(fallback, run) || stateOf(run, nameOf(fallback)) === undefined
}

/** Whether a module has failed, and its fallback has not completed either. */
function isUnmended(step: Step, run: PackRun): boolean {
  if (step.kind !== 'module' || stateOf(run, nameOf(step)) !== 'failed') return false
  if (!step.fallback) return true
  return stateOf(run, nameOf(step.fallback)) !== 'completed' && !isUnmended(step.fallback, run)
}

/** A stop that a run has come to, and where. */
type Ready = { readonly stop: Stopped; readonly path: StepPath }

/** Of stops that are ready at once the lowest counts. */
const strictnessOf = ({ stop: { outcome } }: Ready): number =>
  outcome === 'rejected' ? 0 : outcome === 'review' ? 1 : outcome === 'approved' ? 3 : 2

const strictest = ([first, ...more]: readonly Ready[]): Ready | undefined =>
  more.reduce<Ready | undefined>(
    (now, one) => (now && strictnessOf(one) < strictnessOf(now) ? one : now),
    first,
  )

/** An approval past what has failed, or is open, and was asked about is for somebody to look at. */
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
  /** Of the repeat steps around, outermost first. */
  readonly rounds: number[]
  readonly stops: Ready[]
}

/** Whether a run has come through a step; what it waits for there is noted in the walk. */
function hasEnded(step: Step, path: StepPath, walk: Walk): boolean {
  switch (step.kind) {
    case 'module':
      return hasModuleEnded(step, path, walk)
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
      // Nobody comes through a stop, so nothing behind it is looked at.
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

function hasModuleEnded(step: ModuleStep, path: StepPath, walk: Walk): boolean {
  const status = stateOf(walk.run, nameOf(step))
  if (status === undefined)
    walk.actions.push({ kind: 'start-module', path, step, round: roundOf(walk.rounds) })
  if (status !== 'failed') return status !== undefined && status !== 'processing'
  if (step.fallback) return hasModuleEnded(step.fallback, `${path}/fallback`, walk)
  if (step.onFailure === 'fail') {
    walk.stops.push({ stop: moduleFailed, path })
    return false
  }
  return walk.run.modules[nameOf(step)]?.held !== true
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

/** Waits for a person without an end; who has approved it lets it on, who has rejected it ends it. */
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

/** Whether a run goes on behind a condition without an answer: where the document says so. */
function mayGoOn(step: WhenStep | RepeatStep, path: StepPath, walk: Walk): boolean {
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
  // One without an answer is no reason to ask a person for the same again.
  if (answer === 'unanswered' || answer === 'failed') return mayGoOn(step, path, walk)
  if (answer || round >= step.timesMax) return true
  walk.actions.push({ kind: 'next-round', path, round: round + 1 })
  return false
}

/** Which time it is that a step runs, the steps that repeat it taken together. */
const roundOf = (rounds: readonly number[]): number =>
  Math.min(roundsMax, rounds.reduce((count, round) => count * 10 + round - 1, 0) + 1)

/** As much as a row holds: what is repeated in repetitions grows beyond it. */
const roundsMax = 2_147_483_647

/** A further round of a repeat step: the modules that begin again, and what is still known. */
export function takeBack(
  pack: Pack,
  { answers, rounds = {} }: Pick<PackRun, 'answers' | 'rounds'>,
  path: StepPath,
  round: number,
): { modules: string[]; answers: Answers; rounds: Rounds } {
  const step = stepAt(pack.root, path)
  return {
    modules: step ? moduleNamesOf(step) : [],
    answers: outside(answers, path),
    rounds: { ...outside(rounds, path), [path]: round },
  }
}

const outside = <Value>(values: Readonly<Record<StepPath, Value>>, path: StepPath) =>
  Object.fromEntries(Object.entries(values).filter(([one]) => !isInside(one, path)))

function stateOf(run: PackRun, key: string): ModuleState | undefined {
  const status = Object.hasOwn(run.modules, key) ? run.modules[key]?.status : undefined
  return status === 'pending' ? undefined : status
}
