// What stands behind a step of a composition. Pure.
import type { Step } from './pack.ts'
import {
  type ConditionAnswer,
  innerSteps,
  isInside,
  moduleNamesOf,
  nameOf,
  stepAt,
  stepsTaken,
} from './walk.ts'

/** What a run decides anew when a step of a module is run again: all that stands behind it, by names. */
export function listBehind(
  root: Step,
  answers: Readonly<Record<string, ConditionAnswer>>,
  name: string,
): { readonly modules: readonly string[]; isBehind(path: string): boolean } {
  const found = [...stepsTaken(root, answers)].find(
    ([, step]) => step.kind === 'module' && nameOf(step) === name,
  )
  const [whole, asked] = placesBehind(root, found?.[0] ?? '')
  return {
    modules: whole.flatMap((path) => moduleNamesOf(stepAt(root, path) ?? root)),
    isBehind: (path) => asked.includes(path) || whole.some((one) => isInside(path, one)),
  }
}

/** Steps that stand behind a place with all that is in them, and repetitions around it, which ask behind it. */
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
