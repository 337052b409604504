// The interface of a measure: its name, and how it produces its lines.
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
  /** The name for `--only`. */
  readonly name: string
  /** A description of the baseline. */
  readonly against: string
  /** The target ratios by the name of the line: at least this if higher is better, else at most. */
  readonly aims: Readonly<Record<string, number>>
  /** The time limit, 300 by default. After it the measure has failed, and its processes are ended. */
  readonly limitSeconds?: number
  run(stage: Stage): Promise<Result[]>
}

type Line = Omit<Result, 'ratio'>

export function toResult({ name, value, baseline, unit, higherIsBetter }: Line): Result {
  return { name, value, baseline, ratio: value / baseline, unit, higherIsBetter }
}

/** The latencies of a call on both sides in milliseconds: the median and the 99th percentile. */
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
 * Compares two sides that took turns by the median of the ratios of neighbouring turns, which excludes slow phases of
 * the machine. `baseline` is the median of the other side.
 */
export function paired(ours: readonly number[], bare: readonly number[]) {
  const ratios = ours.map((one, turn) => one / (bare[turn] ?? Number.NaN))
  const baseline = median(bare)
  return { value: median(ratios) * baseline, baseline }
}
