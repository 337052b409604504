// Test cases of a scorecard: with these facts, this value. They stand beside the document, outside its sha256.
import { z } from 'zod'
import { ConditionFailed } from '#src/platform/cel/cel.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { CompiledScorecard, Score } from './compile.ts'

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

/** What differs from what a case expects, in sentences; none when it holds. */
export function runScorecardCase(scorecard: CompiledScorecard, one: ScorecardCase): string[] {
  const found = evaluate(scorecard, one)
  if (typeof found === 'string') return [found]
  const { value: wanted, band, reasons } = one.expect
  const applied = found.reasons.map(({ code }) => code).toSorted()
  return [
    ...differ('value', found.value, wanted),
    ...differ('band', found.band, band),
    ...differ('reasons', applied, reasons?.toSorted()),
  ]
}

function evaluate(scorecard: CompiledScorecard, { facts }: ScorecardCase): Score | string {
  try {
    // Safe because rules ask for facts by name: what no group has is not known, and another type fails.
    return scorecard.evaluate(facts as KnownFacts)
  } catch (error) {
    if (error instanceof ConditionFailed) return 'a rule cannot be answered with these facts'
    throw error
  }
}

const differ = (name: string, found: unknown, wanted: unknown): string[] =>
  wanted === undefined || JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${name} is ${JSON.stringify(found) ?? 'absent'}, and not ${JSON.stringify(wanted)}`]
