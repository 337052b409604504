// Evaluates a version on recorded results: with the interpreter of runs, but without a clock, vendors or a commit.
// Results appear in the order in which the run saw them.
import type { Pack, RowStep } from '#src/packs/document/pack.ts'
import { Unrecorded } from '#src/packs/conditions/evidence-source.ts'
import { questionsOf } from '#src/packs/document/condition-modules.ts'
import { answersAt, nameAt } from '#src/packs/document/decision-table.ts'
import {
  type ConditionAnswer,
  eachStep,
  isRowStep,
  nameOf,
  stepAt,
} from '#src/packs/document/walk.ts'
import {
  type ModuleState,
  nextPackActions,
  type PackAction,
  type PackRun,
  packStatus,
  type Rounds,
} from '#src/packs/document/interpret.ts'
import { takeBack } from '#src/packs/document/rounds.ts'

/** The recorded data of a past run. */
export type Recorded = {
  /** How a module or wait ended and in which turn; undefined when it did not run, or ran with other settings. */
  ended(step: RowStep, round: number): { turn: number; status: ModuleState } | undefined
  /** The turn in which a condition was evaluated; undefined when the run had no condition of that name. */
  asked(path: string, rounds: Rounds): number | undefined
  /** Whether the event of the first turn was there in the commit of the other, or before. */
  isAtOnce(turn: number, other: number): boolean
  /** The recorded answer; undefined where the version of the run had no such step or condition. */
  answered(path: string): ConditionAnswer | undefined
}

/** A result that the version needs and the run did not record; without `step` it concerns the whole run. */
export type Missing = {
  readonly step?: string
  readonly why:
    | 'never-ran'
    | 'nobody-decided'
    | 'not-kept'
    | 'too-large'
    | 'no-evidence'
    | 'too-many-turns'
  /** The missing value, in the notation of conditions. */
  readonly read?: string
}

/**
 * `differed` names the conditions and rows that both versions have and answered differently; where the outcome is
 * unknown, only those that could still be evaluated.
 */
export type BacktestVerdict = { readonly differed: readonly string[] } & (
  | { readonly outcome: string }
  | { readonly missing: readonly Missing[] }
)

export const undecidable = (why: Missing['why']): BacktestVerdict => ({
  missing: [{ why }],
  differed: [],
})

/** Evaluates the condition or table at a position, on the recorded data as of the state of the run. */
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
 * The outcome that the run had by its version, or else how it ended. Later decisions of a person do not count, nor does
 * an approval that was held because of an open review of an earlier run.
 */
export function outcomeOf({ outcome, status, stopReason, decidedBy }: Ended): string {
  if (stopReason === 'review-open') return 'approved'
  return decidedBy === 'review' ? 'review' : (outcome ?? status)
}

/** More turns than any document of 200 steps needs. */
const loopsMax = 2_000

/** A condition stays open when `answer` throws `Unrecorded`; other errors are thrown on. */
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
      return { outcome: stop?.outcome ?? status, differed: differences(pack, run, recorded) }
    }
    // A module without a recorded result is waited for without end, but other branches may still lead to a stop.
    const turns = actions.map((one) => turnOf(one, taking))
    const first = Math.min(...turns)
    // A ready stop takes effect only when no other branch can use events of the same commit.
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

/**
 * The turn in which an action ended. Actions without a recorded turn end at once, except modules, which need a result.
 */
function turnOf(action: PackAction, { run, recorded, stuck }: Taking): number {
  switch (action.kind) {
    case 'start-step':
      return recorded.ended(action.step, action.round)?.turn ?? Infinity
    case 'answer-condition':
    case 'answer-moment':
    case 'answer-table':
      return stuck.has(action.path)
        ? Infinity
        : (recorded.asked(action.path, run.rounds ?? {}) ?? -1)
    case 'ask-person':
      // A review that nobody decided has no known turn.
      return typeof recorded.answered(action.path) === 'boolean'
        ? (recorded.asked(action.path, run.rounds ?? {}) ?? Infinity)
        : Infinity
    case 'answer-list':
      return recorded.asked(action.path, run.rounds ?? {}) ?? -1
    case 'next-round':
      return -1
  }
}

type Taking = {
  readonly pack: Pack
  readonly run: PackRun
  readonly recorded: Recorded
  readonly answer: AnswerAt
  /** The conditions whose data were not recorded. */
  readonly stuck: Map<string, Unrecorded>
}

async function take(action: PackAction, taking: Taking): Promise<void> {
  const { pack, run, recorded } = taking
  switch (action.kind) {
    case 'start-step': {
      const ended = recorded.ended(action.step, action.round)
      if (ended) run.modules[nameOf(action.step)] = { status: ended.status }
      return
    }
    case 'answer-condition':
    case 'answer-moment':
    case 'answer-table':
      await answerAt(action.path, taking)
      return
    case 'answer-list':
      // When no list was recorded, the step goes on and reports its missing children itself.
      run.answers[action.path] = recorded.answered(action.path) ?? true
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
  if (action.kind === 'start-step') return { step, why: 'never-ran' }
  if (action.kind === 'ask-person') return { step, why: 'nobody-decided' }
  const read = stuck.get(action.path)?.read
  return { step, why: 'not-kept', ...(read !== undefined && { read }) }
}

/**
 * Evaluates the conditions that the run evaluated and the version no longer reaches: each on its own, over the recorded
 * data.
 */
async function answerBehind(taking: Taking): Promise<void> {
  const { pack, run, recorded } = taking
  for (const [path, step] of eachStep(pack.root)) {
    if (isRowStep(step)) await take({ kind: 'start-step', path, step, round: 1 }, taking)
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
