// The results that a further round of a repeat step takes back. Pure.
import type { Answers, PackRun, Rounds, StepPath } from './interpret.ts'
import type { Pack } from './pack.ts'
import { isInside, rowNamesOf, stepAt } from './walk.ts'

/** Begins a further round of a repeat step: the modules and waits that start again, and the remaining answers. */
export function takeBack(
  pack: Pack,
  { answers, rounds = {} }: Pick<PackRun, 'answers' | 'rounds'>,
  path: StepPath,
  round: number,
): { modules: string[]; answers: Answers; rounds: Rounds } {
  const step = stepAt(pack.root, path)
  return {
    modules: step ? rowNamesOf(step) : [],
    answers: outside(answers, path),
    rounds: { ...outside(rounds, path), [path]: round },
  }
}

const outside = <Value>(values: Readonly<Record<StepPath, Value>>, path: StepPath) =>
  Object.fromEntries(Object.entries(values).filter(([one]) => !isInside(one, path)))
