// What the conditions of a composition ask about, as far as their text says. Pure.
import type { ModuleStep, RepeatStep, Step, WhenStep } from './pack.ts'
import { eachStep } from './walk.ts'

/** The text of a condition, and the field that it stands in. */
export function conditionOf(
  step: Step,
): { readonly text: string; readonly field: 'condition' | 'until' } | undefined {
  if (step.kind === 'when') return { text: step.condition, field: 'condition' }
  if (step.kind === 'repeat') return { text: step.until, field: 'until' }
  return undefined
}

/** The texts of all conditions of a composition. */
export const questionsIn = (root: Step): string[] =>
  [...eachStep(root)].flatMap(([, step]) => conditionOf(step)?.text ?? [])

/** The names of steps that it asks about: `of`, and what it reads as `steps.<id>`. */
export const namesAsked = (step: WhenStep | RepeatStep): string[] => [
  ...new Set([...(step.of ?? []), ...idsRead(conditionOf(step)?.text ?? '')]),
]

/** Too many rather than too few: what a text says counts as well. */
const idsRead = (text: string): string[] =>
  [...text.matchAll(/\bsteps\s*(?:\.\??\s*|\[\s*\??\s*["'])(\w+)/g)].map(([, id = '']) => id)

/** The module of each id; a module without one has its own key. */
export function modulesById(root: Step): ReadonlyMap<string, ModuleStep> {
  const found = new Map<string, ModuleStep>()
  for (const [, step] of eachStep(root))
    if (step.kind === 'module') found.set(step.id ?? step.module, step)
  return found
}

/** The modules whose results it reads. */
export function modulesAsked(root: Step, step: WhenStep | RepeatStep): string[] {
  const byId = modulesById(root)
  return [...new Set(namesAsked(step).map((name) => byId.get(name)?.module ?? name))]
}
