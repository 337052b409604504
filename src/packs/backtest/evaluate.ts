// What a version decides on results that are recorded already: the same interpreter as of runs, without time,
// without anybody outside and without a commit.
import type { Pack } from '#src/packs/document/pack.ts'
import {
  type Answers,
  type ModuleState,
  nextPackActions,
  type PackAction,
  type PackRun,
  packStatus,
  type Rounds,
} from '#src/packs/interpreter/interpret.ts'

/** What a run left behind. A module that has not ended, or was never reached, is not among them. */
export type RecordedRun = {
  readonly modules: Readonly<Record<string, ModuleState>>
  readonly answers: Answers
  readonly rounds: Rounds
}

/** `differed`: positions of conditions that both versions have and that were answered differently. */
export type Verdict =
  | { readonly outcome: string; readonly differed: readonly string[] }
  | 'undecidable'

/** Evaluates the condition at a position on the recorded results; `failed` when they do not suffice. */
export type Answer = (path: string) => Promise<boolean | 'failed'>

/** The verdict of a stop, else how the run ended. */
export const outcomeOf = (run: {
  readonly outcome: string | null
  readonly status: string
}): string => run.outcome ?? run.status

/** More rounds than any document of 200 steps asks for. */
const loopsMax = 2_000

export async function evaluate(
  pack: Pack,
  recorded: RecordedRun,
  answer: Answer,
): Promise<Verdict> {
  const run: PackRun = { modules: {}, answers: {}, rounds: {} }
  for (let loop = 0; loop < loopsMax; loop += 1) {
    const { actions, outcome, stop } = nextPackActions(pack, run)
    if (outcome === 'ended') {
      const status = packStatus(pack, stop ? { ...run, stopped: stop } : run)
      return {
        outcome: stop?.outcome ?? status,
        differed: differences(run.answers, recorded.answers),
      }
    }
    // What waits for a module without a result waits for ever; the rest of it may still lead to a stop.
    const taken = await Promise.all(actions.map((one) => take(one, run, recorded, answer)))
    if (!taken.some(Boolean)) return 'undecidable'
  }
  return 'undecidable'
}

/** Whether the record has what it asks for. */
async function take(
  action: PackAction,
  run: PackRun,
  recorded: RecordedRun,
  answer: Answer,
): Promise<boolean> {
  switch (action.kind) {
    case 'start-module': {
      const { module } = action.step
      const status = Object.hasOwn(recorded.modules, module) ? recorded.modules[module] : undefined
      if (status === undefined) return false
      run.modules[module] = { status }
      return true
    }
    case 'answer-condition':
      run.answers[action.path] = await answer(action.path)
      return true
    case 'next-round':
      // The results of the last round are what is recorded.
      if ((recorded.rounds[action.path] ?? 1) < action.round) return false
      run.rounds = { ...run.rounds, [action.path]: action.round }
      delete run.answers[action.path]
      return true
  }
}

const differences = (now: Answers, before: Answers): string[] =>
  Object.keys(now).filter((path) => before[path] !== undefined && before[path] !== now[path])
