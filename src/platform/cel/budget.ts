// The cost of one evaluation, counted in steps and not measured in time, so that the same expression over the same data
// ends alike on every machine.

/** The evaluation would take longer than a request may wait for it. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** The most steps of one evaluation; a processor runs some ten in a microsecond. */
export const stepsMax = 500_000

/** The steps that several evaluations may spend together. The last one may overdraw it, unless it is exact. */
export type Allowance = { left: number; readonly isExact?: boolean }

// Created once, because loops and `||` swallow it at each element.
const overBudget = new OverBudget()

// One global counter is enough, because an evaluation never awaits.
let left = stepsMax

/** The steps left to the running evaluation. */
export const stepsLeft = (): number => left

/** Takes steps from the budget. Once it is used up, every call throws OverBudget. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw overBudget
}

/** Runs `work` within the budget. Throws OverBudget when the steps are used up, even if `work` swallowed that error. */
export function withinBudget<Value>(allowance: Allowance, work: () => Value): Value {
  const most = allowance.isExact ? Math.min(stepsMax, allowance.left) : stepsMax
  const given = allowance.left > 0 ? most : 0
  left = given
  // Stack traces are turned off: thousands of errors are swallowed, and nobody reads their traces.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    const value = work()
    if (left < 0) throw overBudget
    return value
  } catch (error) {
    throw left < 0 ? overBudget : error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    allowance.left -= given - Math.max(0, left)
  }
}
