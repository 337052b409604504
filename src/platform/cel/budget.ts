// What one evaluation may cost, counted and not measured, so that the same expression over the same data ends alike
// everywhere.

/** An expression would take longer than a request may wait for it. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** Steps of an evaluation, of which a processor takes some ten in a microsecond. */
export const stepsMax = 500_000

/**
 * What several evaluations may cost together, in steps. Each takes its own from it, the last one more than is left unless
 * it is exact.
 */
export type Allowance = { left: number; readonly isExact?: boolean }

// Loops and `||` swallow it at each element, so it is made once.
const overBudget = new OverBudget()

// Nothing is awaited within an evaluation, so one count is enough.
let left = stepsMax

/** Steps that are left to the evaluation under way. */
export const stepsLeft = (): number => left

/** Throws OverBudget, from then on at every call. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw overBudget
}

/** Throws OverBudget where the steps of `work` are used up, whatever else it has thrown or answered. */
export function withinBudget<Value>(allowance: Allowance, work: () => Value): Value {
  const most = allowance.isExact ? Math.min(stepsMax, allowance.left) : stepsMax
  const given = allowance.left > 0 ? most : 0
  left = given
  // Errors that are swallowed are made by the thousand, and nobody reads where they were made.
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
