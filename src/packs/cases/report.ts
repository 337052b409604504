// Runs all test cases of a version within a time limit, because publishers write them.
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Vocabulary } from '#src/packs/conditions/variables.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { type Coverage, coverageOf, type Reached } from './coverage.ts'
import { runCase } from './run.ts'
import type { PackCase } from './schema.ts'

export type CaseResult = {
  readonly name: string
  /** Differences from the expectation, as sentences; none when the case passes. */
  readonly differences: readonly string[]
}

export type CaseReport = { readonly results: readonly CaseResult[]; readonly coverage: Coverage }

/** Runs the cases of a version, in this thread or another. */
export type RunCases = (
  pack: Pack,
  cases: readonly PackCase[],
  vocabulary: Vocabulary,
) => Promise<CaseReport>

/** Processor time for all cases of a version together. */
const budgetMs = 5_000

/** Yields to other work between two cases. Cases that remain when the time is used up count as failed. */
export const runCases: RunCases = async (pack, cases, vocabulary) => {
  const results: CaseResult[] = []
  const reached: Reached[] = []
  let usedMs = 0
  for (const one of cases) {
    const begun = process.threadCpuUsage()
    if (usedMs < budgetMs) {
      const outcome = await runCase(pack, one, vocabulary)
      results.push({ name: one.name, differences: outcome.differences })
      reached.push(outcome.reached)
    } else results.push({ name: one.name, differences: [late] })
    const { user, system } = process.threadCpuUsage(begun)
    usedMs += (user + system) / 1_000
    await yieldToOthers()
  }
  return { results, coverage: coverageOf(pack.root, reached) }
}

const late = `it was not run: the cases before it took more than ${budgetMs / 1_000} s`

/** The report as the API shows it. */
export function toCaseReport({ results, coverage }: CaseReport) {
  const held = results.filter(({ differences }) => differences.length === 0).length
  return {
    held,
    failed: results.length - held,
    coverage: { ...coverage, missing: [...coverage.missing] },
    cases: results.map(({ name, differences }) => ({
      name,
      holds: differences.length === 0,
      differences: [...differences],
    })),
  }
}
