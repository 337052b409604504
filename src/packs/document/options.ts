// What a step asks of its module. Pure.
import type { ModuleStep, Step } from './pack.ts'
import { moduleSteps } from './walk.ts'

type StepOptions = Readonly<Record<string, unknown>>

/** What stands under `with`, and `card` and `purpose`, which are short for it; undefined where it says nothing. */
export function optionsOf({ with: options, purpose, card }: ModuleStep): StepOptions | undefined {
  if (options === undefined && purpose === undefined && card === undefined) return undefined
  return { ...options, ...(purpose && { purpose }), ...(card !== undefined && { card }) }
}

/** Whether some step counts only answers to what was asked for it. */
export const asksAnew = (root: Step): boolean =>
  moduleSteps(root).some((step) => step.fresh || optionsOf(step)?.['purpose'] !== undefined)

/** The scorecard that a step names, `basic@3`; undefined where the live one counts. */
export function cardOf(step: ModuleStep): string | undefined {
  const card = optionsOf(step)?.['card']
  return typeof card === 'string' ? card : undefined
}
