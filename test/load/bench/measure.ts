// What every measure of the bench is: a name, and how it comes to its lines.
import { median, percentile } from '#test/load/drive.ts'
import type { Stage } from '#test/load/stage.ts'

/** One line of the bench. `ratio` is `value / baseline`. */
export type Result = {
  readonly name: string
  readonly value: number
  readonly baseline: number
  readonly ratio: number
  readonly unit: string
  readonly higherIsBetter: boolean
}

export type Measure = {
  /** What `--only` takes. */
  readonly name: string
  /** What the numbers are compared with. */
  readonly against: string
  /** The ratios that are aimed at, by the name of the line: at least where higher is better, else at most. */
  readonly aims: Readonly<Record<string, number>>
  /** How long it may take; 300 without it. Then it has failed, and its processes are ended. */
  readonly limitSeconds?: number
  run(stage: Stage): Promise<Result[]>
}

type Line = Omit<Result, 'ratio'>

export function toResult({ name, value, baseline, unit, higherIsBetter }: Line): Result {
  return { name, value, baseline, ratio: value / baseline, unit, higherIsBetter }
}

/** Milliseconds of a call on both sides: the median and the 99th percentile. */
export const toRanks = (
  nameOf: (rank: 'p50' | 'p99') => string,
  ours: readonly number[],
  bare: readonly number[],
): Result[] =>
  (
    [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const
  ).map(([rank, share]) =>
    toResult({
      name: nameOf(rank),
      value: percentile(ours, share),
      baseline: percentile(bare, share),
      unit: 'ms',
      higherIsBetter: false,
    }),
  )

/**
 * Of two that took turns: the median of what each turn made of its neighbour, so that a machine which is slower for
 * some turns says nothing. `baseline` is what the other one reached.
 */
export function paired(ours: readonly number[], bare: readonly number[]) {
  const ratios = ours.map((one, turn) => one / (bare[turn] ?? Number.NaN))
  const baseline = median(bare)
  return { value: median(ratios) * baseline, baseline }
}
