// What a version decides on results that are recorded already: the same interpreter as of runs, without time,
// without anybody outside and without a commit. What a run saw comes in the order in which it saw it.
import type { ModuleStep, Pack } from '#src/packs/document/pack.ts'
import { type ConditionAnswer, nameOfStep, stepAt } from '#src/packs/document/walk.ts'
import {
  type ModuleState,
  nextPackActions,
  type PackAction,
  type PackRun,
  packStatus,
  type Rounds,
  takeBack,
} from '#src/packs/document/interpret.ts'

/** What a run left behind. */
export type Recorded = {
  /** How a module ended, and in which turn; undefined where it never did, or was to run otherwise. */
  ended(step: ModuleStep, round: number): { turn: number; status: ModuleState } | undefined
  /** In which turn a condition was asked; undefined where the run had none of that name. */
  asked(path: string, rounds: Rounds): number | undefined
  /** What it answered, where it is the same one. */
  answered(path: string): ConditionAnswer | undefined
}

/** `differed`: names of conditions that both versions have and that were answered differently. */
export type BacktestVerdict =
  | { readonly outcome: string; readonly differed: readonly string[] }
  | 'undecidable'

/** Evaluates the condition at a position on what was recorded, in a run that has come so far. */
export type AnswerAt = (path: string, run: PackRun) => Promise<ConditionAnswer>

type Ended = {
  readonly outcome: string | null
  readonly status: string
  readonly stopReason: string | null
  readonly decidedBy: string | null
}

/**
 * The verdict of the version, else how the run ended: what a person made of it afterwards is none of it, nor is what an
 * open review of an earlier run made of an approval.
 */
export function outcomeOf({ outcome, status, stopReason, decidedBy }: Ended): string {
  if (stopReason === 'review-open') return 'approved'
  return decidedBy === 'review' ? 'review' : (outcome ?? status)
}

/** More turns than any document of 200 steps asks for. */
const loopsMax = 2_000

/** Throws what `answer` throws. */
export async function evaluate(
  pack: Pack,
  recorded: Recorded,
  answer: AnswerAt,
): Promise<BacktestVerdict> {
  const run: PackRun = { modules: {}, answers: {}, rounds: {} }
  for (let loop = 0; loop < loopsMax; loop += 1) {
    const { actions, outcome, stop } = nextPackActions(pack, run)
    if (outcome === 'ended') {
      const status = packStatus(pack, stop ? { ...run, stopped: stop } : run)
      return {
        outcome: stop?.outcome ?? status,
        differed: differences(pack, run, recorded),
      }
    }
    // What waits for a module without a result waits for ever; the rest of it may still lead to a stop.
    const turns = actions.map((one) => turnOf(one, run, recorded))
    const first = Math.min(...turns)
    if (first === Infinity) return 'undecidable'
    for (const [at, one] of actions.entries())
      if (turns[at] === first) await take(one, { pack, run, recorded, answer })
  }
  return 'undecidable'
}

/** What nothing is recorded of is done at once, but a module, which cannot. */
function turnOf(action: PackAction, run: PackRun, recorded: Recorded): number {
  switch (action.kind) {
    case 'start-module':
      return recorded.ended(action.step, action.round)?.turn ?? Infinity
    case 'answer-condition':
      return recorded.asked(action.path, run.rounds ?? {}) ?? -1
    case 'ask-person':
      // What nobody has decided there, nobody knows.
      return typeof recorded.answered(action.path) === 'boolean'
        ? (recorded.asked(action.path, run.rounds ?? {}) ?? Infinity)
        : Infinity
    case 'next-round':
      return -1
  }
}

type Taking = {
  readonly pack: Pack
  readonly run: PackRun
  readonly recorded: Recorded
  readonly answer: AnswerAt
}

async function take(action: PackAction, { pack, run, recorded, answer }: Taking): Promise<void> {
  switch (action.kind) {
    case 'start-module': {
      const ended = recorded.ended(action.step, action.round)
      if (ended) run.modules[action.step.module] = { status: ended.status }
      return
    }
    case 'answer-condition':
      run.answers[action.path] = await answer(action.path, run)
      return
    case 'ask-person': {
      const decided = recorded.answered(action.path)
      if (decided !== undefined) run.answers[action.path] = decided
      return
    }
    case 'next-round': {
      const { modules, answers, rounds } = takeBack(pack, run, action.path, action.round)
      for (const key of modules) delete run.modules[key]
      Object.assign(run, { answers, rounds })
    }
  }
}

function differences(pack: Pack, { answers }: PackRun, recorded: Recorded): string[] {
  return Object.entries(answers).flatMap(([path, answer]) => {
    const before = recorded.answered(path)
    if (before === undefined || before === answer) return []
    const step = stepAt(pack.root, path)
    return [step ? nameOfStep(step, path) : path]
  })
}
