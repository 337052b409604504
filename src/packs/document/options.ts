// The options of a module step. Pure.
import type { ModuleStep, Step } from './pack.ts'
import { moduleSteps } from './walk.ts'

type StepOptions = Readonly<Record<string, unknown>>

/** The options under `with`, including the short forms `card` and `purpose`; undefined where there are none. */
export function optionsOf({ with: options, purpose, card }: ModuleStep): StepOptions | undefined {
  if (options === undefined && purpose === undefined && card === undefined) return undefined
  return { ...options, ...(purpose && { purpose }), ...(card !== undefined && { card }) }
}

/** Whether some step counts only answers that were requested for it. */
export const asksAnew = (root: Step): boolean =>
  moduleSteps(root).some((step) => step.fresh || optionsOf(step)?.['purpose'] !== undefined)

/** The scorecard that a step names, `basic@3`; undefined where the live one is used. */
export function cardOf(step: ModuleStep): string | undefined {
  const card = optionsOf(step)?.['card']
  return typeof card === 'string' ? card : undefined
}
