// What one evaluation may cost, counted and not measured, so that the same expression over the same data ends alike
// everywhere.

/** An expression would take longer than a request may wait for it. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** Steps of an evaluation, of which a processor takes some ten in a microsecond. */
const stepsMax = 500_000

// Nothing is awaited within an evaluation, so one count is enough.
let left = stepsMax

export function startBudget(): void {
  left = stepsMax
}

/** Throws OverBudget. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw new OverBudget()
}
