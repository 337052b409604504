// What a pack run does next, as a pure function of its document and of what has happened to it.
// `advance` asks it after every change and does what it says, so a run goes on from its rows wherever it is
// resumed.
import { innerSteps, modulesOf, type Pack, type Step } from '#workflows/packs/define.ts'

/** Where a step stands: a JSON pointer from the root step of the document ('' is the root). */
type StepPath = string

/**
 * What has happened to a run; survives JSON. A module appears here once it has begun (or has been
 * skipped), an answer once it is known. `failed` says that a condition could not be answered.
 * `stopped` holds the first stop reason that was recorded: from then on nothing starts, whatever
 * other stop is reached later.
 */
export type PackRun = {
  modules: Record<string, { status: ModuleState }>
  answers: Answers
  stopped?: string
}
export type Answers = Record<StepPath, boolean | 'failed'>
export type ModuleState = 'processing' | 'completed' | 'failed' | 'skipped'

export type PackAction =
  | { kind: 'start-module'; module: string; path: StepPath; deadlineSeconds?: number }
  | { kind: 'answer-condition'; path: StepPath; of: string[]; condition: string }

/**
 * `actions`: what to begin now. An answer that could not be computed yet is not in the state, so it
 * is asked for again: the caller knows by `path` what it is waiting for.
 * `stopReason`: why nothing starts any more; a module failed under `onFailure: 'stop'` gives
 * `module-failed`. `skipped`: once ended, the modules that were never reached.
 */
export type NextPackActions = {
  actions: PackAction[]
  outcome: 'running' | 'ended'
  stopReason?: string
  skipped: string[]
}

/** The reason of a run stopped by a module that failed for a technical reason. */
const moduleFailedReason = 'module-failed'

export function nextPackActions(pack: Pack, run: PackRun): NextPackActions {
  const walk: Walk = { run, actions: [], reason: run.stopped }
  const done = hasEnded(pack.root, '', walk)
  const states = modulesOf(pack.root).map((key) => [key, stateOf(run, key)] as const)
  if (walk.reason === undefined && !done)
    return { actions: walk.actions, outcome: 'running', skipped: [] }

  const stopReason = walk.reason === undefined ? {} : { stopReason: walk.reason }
  if (states.some(([, state]) => state === 'processing'))
    return { actions: [], outcome: 'running', ...stopReason, skipped: [] }
  const skipped = states.filter(([, state]) => state === undefined).map(([key]) => key)
  return { actions: [], outcome: 'ended', ...stopReason, skipped }
}

/** As the pack query shows it: `partial` when something failed for a technical reason. */
export function packStatus(pack: Pack, run: PackRun): 'processing' | 'partial' | 'completed' {
  if (nextPackActions(pack, run).outcome === 'running') return 'processing'
  const failed =
    Object.values(run.modules).some(({ status }) => status === 'failed') ||
    Object.values(run.answers).includes('failed')
  return failed ? 'partial' : 'completed'
}

type Walk = { readonly run: PackRun; readonly actions: PackAction[]; reason: string | undefined }

/** Whether a run has come through a step; what it waits for there is noted in the walk. */
function hasEnded(step: Step, path: StepPath, walk: Walk): boolean {
  switch (step.kind) {
    case 'module':
      return hasModuleEnded(step, path, walk)
    case 'sequence':
      return innerSteps(step).every(([place, inner]) => hasEnded(inner, path + place, walk))
    case 'parallel':
      return innerSteps(step)
        .map(([place, inner]) => hasEnded(inner, path + place, walk))
        .every(Boolean)
    case 'when':
      return hasWhenEnded(step, path, walk)
    case 'stop':
      // Nobody comes through a stop, so nothing behind it is looked at.
      walk.reason ??= step.reason
      return false
  }
}

type Only<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

function hasModuleEnded(step: Only<'module'>, path: StepPath, walk: Walk): boolean {
  const { module, deadlineSeconds } = step
  const status = stateOf(walk.run, module)
  if (status === undefined) {
    const deadline = deadlineSeconds === undefined ? {} : { deadlineSeconds }
    walk.actions.push({ kind: 'start-module', module, path, ...deadline })
  }
  if (status === 'failed' && step.onFailure === 'stop') {
    walk.reason ??= moduleFailedReason
    return false
  }
  return status !== undefined && status !== 'processing'
}

function hasWhenEnded(step: Only<'when'>, path: StepPath, walk: Walk): boolean {
  const answer = walk.run.answers[path]
  if (answer === undefined) {
    const { of, condition } = step
    walk.actions.push({ kind: 'answer-condition', path, of: [...of], condition })
    return false
  }
  if (answer === true) return hasEnded(step.run, `${path}/run`, walk)
  // A condition that could not be answered is not a "no": neither branch runs.
  if (answer === 'failed' || !step.otherwise) return true
  return hasEnded(step.otherwise, `${path}/otherwise`, walk)
}

const stateOf = (run: PackRun, key: string): ModuleState | undefined => run.modules[key]?.status
