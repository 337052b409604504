// Finds what follows a step in a composition. Pure.
import type { Step } from './pack.ts'
import {
  type ConditionAnswer,
  innerSteps,
  isInside,
  isRowStep,
  nameOf,
  rowNamesOf,
  stepAt,
  stepsTaken,
} from './walk.ts'

/**
 * The steps and conditions that a run must decide again when the step `name` runs again: everything after it, by name.
 */
export function listBehind(
  root: Step,
  answers: Readonly<Record<string, ConditionAnswer>>,
  name: string,
): { readonly modules: readonly string[]; isBehind(path: string): boolean } {
  const found = [...stepsTaken(root, answers)].find(
    ([, step]) => isRowStep(step) && nameOf(step) === name,
  )
  const [whole, asked] = placesBehind(root, found?.[0] ?? '')
  return {
    modules: whole.flatMap((path) => rowNamesOf(stepAt(root, path) ?? root)),
    isBehind: (path) => asked.includes(path) || whole.some((one) => isInside(path, one)),
  }
}

/**
 * The steps that follow a position, with all steps inside them, and the repeat steps around it, whose condition is
 * evaluated after it.
 */
function placesBehind(root: Step, place: string): [string[], string[]] {
  const [whole, asked]: [string[], string[]] = [[], []]
  let path = ''
  for (let step: Step | undefined = root; step && path !== place;) {
    const inner: [string, Step][] = innerSteps(step)
    const index = inner.findIndex(([part]) => isInside(place, path + part))
    if (index < 0) break
    if (step.kind === 'sequence') whole.push(...inner.slice(index + 1).map(([part]) => path + part))
    if (step.kind === 'repeat') asked.push(path)
    path += inner[index]?.[0] ?? ''
    step = inner[index]?.[1]
  }
  return [whole, asked]
}
