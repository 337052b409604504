// Adds up the comparisons of a backtest. Pure; holds only codes, counts and ids.
import type { BacktestVerdict, Missing } from './evaluate.ts'

export type Tally = {
  readonly compared: number
  readonly same: number
  readonly changed: number
  /** Runs that did not record a result which the other version needs. */
  readonly undecidable: number
  readonly outcomes: readonly {
    readonly from: string
    readonly to: string
    readonly count: number
  }[]
  /** Over all runs, including those with an unknown outcome. */
  readonly conditions: readonly { readonly path: string; readonly differed: number }[]
  /** In how many runs each value was missing. */
  readonly missing: readonly (Missing & { readonly count: number })[]
  /** The ids of some transactions with a different decision. */
  readonly examples: readonly string[]
}

export const nothing: Tally = {
  compared: 0,
  same: 0,
  changed: 0,
  undecidable: 0,
  outcomes: [],
  conditions: [],
  missing: [],
  examples: [],
}

const examplesMax = 100

/** The tally of one run, whose actual outcome was `from`. */
export function tallyOf(transactionId: string, from: string, verdict: BacktestVerdict): Tally {
  const conditions = verdict.differed.map((path) => ({ path, differed: 1 }))
  if ('missing' in verdict) {
    const missing = verdict.missing.map((one) => ({ ...one, count: 1 }))
    return { ...nothing, undecidable: 1, conditions, missing }
  }
  const { outcome: to } = verdict
  const isSame = from === to
  return {
    ...nothing,
    compared: 1,
    same: isSame ? 1 : 0,
    changed: isSame ? 0 : 1,
    undecidable: 0,
    outcomes: [{ from, to, count: 1 }],
    conditions,
    examples: isSame ? [] : [transactionId],
  }
}

export function addUp(tallies: readonly Tally[]): Tally {
  const [outcomes, conditions] = [
    new Map<string, Tally['outcomes'][number]>(),
    new Map<string, number>(),
  ]
  const missing = new Map<string, Tally['missing'][number]>()
  const examples = new Set<string>()
  const sum = { compared: 0, same: 0, changed: 0, undecidable: 0 }
  for (const one of tallies) {
    sum.compared += one.compared
    sum.same += one.same
    sum.changed += one.changed
    sum.undecidable += one.undecidable
    for (const { from, to, count } of one.outcomes) {
      const key = JSON.stringify([from, to])
      outcomes.set(key, { from, to, count: (outcomes.get(key)?.count ?? 0) + count })
    }
    for (const { path, differed } of one.conditions)
      conditions.set(path, (conditions.get(path) ?? 0) + differed)
    for (const { count, ...what } of one.missing) {
      const key = JSON.stringify(what)
      missing.set(key, { ...what, count: (missing.get(key)?.count ?? 0) + count })
    }
    for (const id of one.examples) if (examples.size < examplesMax) examples.add(id)
  }
  return {
    ...sum,
    outcomes: [...outcomes.values()].toSorted((one, other) => other.count - one.count),
    conditions: [...conditions].map(([path, differed]) => ({ path, differed })),
    missing: [...missing.values()].toSorted((one, other) => other.count - one.count),
    examples: [...examples],
  }
}
