// Pointers in the faults start at the root step.
import { modulesOfFacts, questionsOf } from './condition-modules.ts'
import type { PackFault, Step } from './pack.ts'
import { eachStep, innerSteps, isInside } from './walk.ts'

/** Whether the module ends only after the table. False for a module before it or in another branch. */
export function findFactFaults(root: Step): PackFault[] {
  const places = [...eachStep(root)].flatMap(([path, step]) =>
    step.kind === 'module' ? [{ path, module: step.module }] : [],
  )
  /** Whether the module ends only after the table; one that stands before it, or in another branch, does not. */
  const isToCome = (table: string, module: string): boolean => {
    const found = places.filter((one) => one.module === module)
    const order = found.map(({ path }) => orderOf(root, path, table))
    return !order.includes('before') && order.some((one) => one === 'beside' || one === 'behind')
  }
  return [...eachStep(root)].flatMap(([path, step]) =>
    step.kind === 'decide'
      ? questionsOf(step).flatMap(({ part, field, text }) =>
          modulesOfFacts(text)
            .filter((module) => isToCome(path, module))
            .map((module) => ({
              pointer: `${path}${part}/${field}`,
              detail: `it reads a fact of ${module} before that has ended`,
            })),
        )
      : [],
  )
}

/** The position of a step relative to another. */
function orderOf(root: Step, one: string, other: string) {
  let [step, at] = [root, '']
  for (;;) {
    const inner: [string, Step][] = innerSteps(step)
    const [first, second] = [one, other].map((path) =>
      inner.findIndex(([part]) => isInside(path, at + part)),
    )
    const next = inner[first ?? -1]
    if (first === undefined || second === undefined || !next) return 'around'
    if (first !== second) {
      if (step.kind === 'parallel') return 'beside'
      if (step.kind !== 'sequence') return 'elsewhere'
      return first < second ? 'before' : 'behind'
    }
    at += next[0]
    step = next[1]
  }
}
