// Runs all test cases of a version in bounded time: they are written by whoever publishes.
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Pack } from '#src/packs/document/pack.ts'
import type { Module } from '#src/journey/modules/module.ts'
import { runCase } from './run.ts'
import type { PackCase } from './schema.ts'

export type CaseResult = {
  readonly name: string
  /** What differs from what it expects, in sentences; none when it holds. */
  readonly differences: readonly string[]
}

/** Of processor time, for all cases of a version together. */
const budgetMs = 5_000

/** Yields to other work between two cases. Cases that are left when the time is used up do not hold. */
export async function runCases(
  pack: Pack,
  cases: readonly PackCase[],
  offered: readonly Module[],
): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  let usedMs = 0
  for (const one of cases) {
    const begun = performance.now()
    const differences =
      usedMs < budgetMs
        ? runCase(pack, one, offered)
        : [`it was not run: the cases before it took more than ${budgetMs / 1_000} s`]
    usedMs += performance.now() - begun
    results.push({ name: one.name, differences })
    await yieldToOthers()
  }
  return results
}
