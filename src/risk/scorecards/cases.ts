// Test cases of a scorecard, each with facts and the expected value. They are published beside the document, outside of
// its sha256.
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { z } from 'zod'
import { type Allowance, stepsMax } from '#src/platform/cel/budget.ts'
import { ConditionFailed } from '#src/platform/cel/cel.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { CompiledScorecard } from './compile.ts'
import { type Score, scoreStepsMax } from './score.ts'

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()])
const value = z.union([scalar, z.array(scalar).max(100)])
const codes = z.array(z.string().max(64)).max(200)

const ScorecardCase = z.strictObject({
  name: z.string().min(1).max(200),
  facts: z
    .record(z.string().max(64), z.record(z.string().max(64), value))
    .meta({ description: 'By group and name; what is not there is not known.' }),
  expect: z
    .strictObject({
      value: z.number().min(0).max(100).exactOptional(),
      band: z.string().max(60).exactOptional(),
      reasons: codes.exactOptional().meta({ description: 'The rules that apply, in any order.' }),
    })
    .refine((wanted) => Object.keys(wanted).length > 0, {
      error: 'it expects nothing, so that it would always hold',
    }),
})
export type ScorecardCase = z.output<typeof ScorecardCase>

export const scorecardCases = z.array(ScorecardCase).min(1).max(200)

export type ScorecardCaseResult = {
  readonly name: string
  /** Differences from the expectation, as sentences; none when the case passes. */
  readonly differences: readonly string[]
}

/** The evaluation steps that all cases of a version may use together. */
const stepsOfCasesMax = 10 * stepsMax

/** Yields to other work between two cases. Cases that remain when the steps are used up fail. */
export async function runScorecardCases(
  scorecard: CompiledScorecard,
  cases: readonly ScorecardCase[],
): Promise<ScorecardCaseResult[]> {
  const results: ScorecardCaseResult[] = []
  let left = stepsOfCasesMax
  for (const one of cases) {
    const given = Math.min(scoreStepsMax, left)
    const allowance = { left: given }
    const differences = given > 0 ? runScorecardCase(scorecard, one, allowance) : [late]
    results.push({ name: one.name, differences })
    left -= given - allowance.left
    await yieldToOthers()
  }
  return results
}

const late = 'it was not run: the cases before it cost too much'

function runScorecardCase(
  scorecard: CompiledScorecard,
  one: ScorecardCase,
  allowance: Allowance,
): string[] {
  const found = evaluate(scorecard, one, allowance)
  if (typeof found === 'string') return [found]
  const { value: wanted, band, reasons } = one.expect
  const applied = found.reasons.map(({ code }) => code).toSorted()
  return [
    ...differ('value', found.value, wanted),
    ...differ('band', found.band, band),
    ...differ('reasons', applied, reasons?.toSorted()),
  ]
}

function evaluate(
  scorecard: CompiledScorecard,
  { facts }: ScorecardCase,
  allowance: Allowance,
): Score | string {
  try {
    // Safe because rules read facts by name: a fact without a group is unknown, and one of another type fails.
    return scorecard.evaluate(facts as KnownFacts, allowance) ?? 'a fact that it needs is missing'
  } catch (error) {
    if (error instanceof ConditionFailed) return 'a rule cannot be answered with these facts'
    throw error
  }
}

const differ = (name: string, found: unknown, wanted: unknown): string[] =>
  wanted === undefined || JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${name} is ${JSON.stringify(found) ?? 'absent'}, and not ${JSON.stringify(wanted)}`]
