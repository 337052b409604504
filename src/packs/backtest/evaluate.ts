// What a version decides on results that are recorded already: the same interpreter as of runs, without time,
// without anybody outside and without a commit. What a run saw comes in the order in which it saw it.
import type { ModuleStep, Pack } from '#src/packs/document/pack.ts'
import { Unrecorded } from '#src/packs/conditions/evidence-source.ts'
import { questionsOf } from '#src/packs/document/condition-modules.ts'
import { answersAt, nameAt } from '#src/packs/document/decision-table.ts'
import { type ConditionAnswer, eachStep, nameOf, stepAt } from '#src/packs/document/walk.ts'
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
  /** How a step of a module ended, and in which turn; undefined where it never did, or was to run otherwise. */
  ended(step: ModuleStep, round: number): { turn: number; status: ModuleState } | undefined
  /** In which turn a condition was asked; undefined where the run had none of that name. */
  asked(path: string, rounds: Rounds): number | undefined
  /** Whether what has this turn came in the commit of the other, or before. */
  isAtOnce(turn: number, other: number): boolean
  /** What it answered, where it is the same one. */
  answered(path: string): ConditionAnswer | undefined
}

/** What nobody has recorded, and where the version asks for it: a step by its name, none where it is all of the run. */
export type Missing = {
  readonly step?: string
  readonly why:
    | 'never-ran'
    | 'nobody-decided'
    | 'not-kept'
    | 'too-large'
    | 'no-evidence'
    | 'too-many-turns'
  /** What of it, as conditions name it. */
  readonly read?: string
}

/**
 * `differed`: names of conditions and rows that both versions have and that were answered differently; where the end is unknown of
 * those that can be answered all the same.
 */
export type BacktestVerdict = { readonly differed: readonly string[] } & (
  | { readonly outcome: string }
  | { readonly missing: readonly Missing[] }
)

export const undecidable = (why: Missing['why']): BacktestVerdict => ({
  missing: [{ why }],
  differed: [],
})

/** Evaluates the condition, or the rows of the table, at a position on what was recorded, in a run that has come so far. */
export type AnswerAt = (
  path: string,
  run: PackRun,
) => Promise<ConditionAnswer | readonly ConditionAnswer[]>

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

/** An `Unrecorded` that `answer` throws keeps its condition open; throws what else it throws. */
export async function evaluate(
  pack: Pack,
  recorded: Recorded,
  answer: AnswerAt,
): Promise<BacktestVerdict> {
  const run: PackRun = { modules: {}, answers: {}, rounds: {} }
  const stuck: Taking['stuck'] = new Map()
  const taking = { pack, run, recorded, answer, stuck }
  let last = 0
  for (let loop = 0; loop < loopsMax; loop += 1) {
    const { actions, outcome, stop, ready } = nextPackActions(pack, run)
    if (outcome === 'ended') {
      const status = packStatus(pack, stop ? { ...run, stopped: stop } : run)
      return {
        outcome: stop?.outcome ?? status,
        differed: differences(pack, run, recorded),
      }
    }
    // What waits for a module without a result waits for ever; the rest of it may still lead to a stop.
    const turns = actions.map((one) => turnOf(one, taking))
    const first = Math.min(...turns)
    // Beside a stop goes on what was there in the same commit.
    if (ready && (first === Infinity || !recorded.isAtOnce(last, first))) {
      run.stopped = ready
      continue
    }
    if (first === Infinity) {
      const missing = actions.map((one) => missingAt(one, taking))
      await answerBehind(taking)
      return { missing, differed: differences(pack, run, recorded) }
    }
    last = Math.max(last, first)
    for (const [at, one] of actions.entries()) if (turns[at] === first) await take(one, taking)
  }
  return undecidable('too-many-turns')
}

/** What nothing is recorded of is done at once, but a module, which cannot. */
function turnOf(action: PackAction, { run, recorded, stuck }: Taking): number {
  switch (action.kind) {
    case 'start-module':
      return recorded.ended(action.step, action.round)?.turn ?? Infinity
    case 'answer-condition':
    case 'answer-table':
      return stuck.has(action.path)
        ? Infinity
        : (recorded.asked(action.path, run.rounds ?? {}) ?? -1)
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
  /** Conditions whose data nobody has recorded. */
  readonly stuck: Map<string, Unrecorded>
}

async function take(action: PackAction, taking: Taking): Promise<void> {
  const { pack, run, recorded } = taking
  switch (action.kind) {
    case 'start-module': {
      const ended = recorded.ended(action.step, action.round)
      if (ended) run.modules[nameOf(action.step)] = { status: ended.status }
      return
    }
    case 'answer-condition':
    case 'answer-table':
      await answerAt(action.path, taking)
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

async function answerAt(path: string, { pack, run, answer, stuck }: Taking): Promise<void> {
  try {
    const given = await answer(path, run)
    const isTable = stepAt(pack.root, path)?.kind === 'decide'
    if (isTable) Object.assign(run.answers, answersAt(pack.root, path, given))
    else if (typeof given !== 'object') run.answers[path] = given
  } catch (error) {
    if (!(error instanceof Unrecorded)) throw error
    stuck.set(path, error)
  }
}

function missingAt(action: PackAction, { pack, stuck }: Taking): Missing {
  const step = nameAt(pack.root, action.path)
  if (action.kind === 'start-module') return { step, why: 'never-ran' }
  if (action.kind === 'ask-person') return { step, why: 'nobody-decided' }
  const read = stuck.get(action.path)?.read
  return { step, why: 'not-kept', ...(read !== undefined && { read }) }
}

/** Conditions that the run was asked and the version does not come to any more: each by itself, over what is kept. */
async function answerBehind(taking: Taking): Promise<void> {
  const { pack, run, recorded } = taking
  for (const [path, step] of eachStep(pack.root)) {
    if (step.kind === 'module') await take({ kind: 'start-module', path, step, round: 1 }, taking)
    if (
      questionsOf(step).length === 0 ||
      path in run.answers ||
      recorded.asked(path, {}) === undefined
    )
      continue
    await answerAt(path, taking)
  }
}

function differences(pack: Pack, { answers }: PackRun, recorded: Recorded): string[] {
  return Object.entries(answers).flatMap(([path, answer]) => {
    const before = recorded.answered(path)
    return before === undefined || before === answer ? [] : [nameAt(pack.root, path)]
  })
}
