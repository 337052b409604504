// Compiles a scorecard, whose score depends on nothing but facts and the scorecard.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { compilePublished } from '#src/platform/cel/cel.ts'
import type { Allowance } from '#src/platform/cel/budget.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import type { Scorecard } from './document.ts'
import { scorecardVariables } from './faults.ts'
import { type Compiled, evaluate, isKnown, type Score, withInsights } from './score.ts'

export type CompiledScorecard = {
  /** The groups of facts that its rules can read; undefined for all, because they read insights. */
  readonly groups?: ReadonlySet<string>
  /**
   * A whole number from 0 to 100. The steps of its rules are taken from `allowance`. Undefined when a fact is missing
   * that the scorecard needs. Throws ConditionFailed when a rule fails for any other reason.
   */
  evaluate(facts: KnownFacts, allowance?: Allowance): Score | undefined
  /** Scores by the rules of one subject only. */
  rate(facts: KnownFacts, subject: string): Score | undefined
}

/** Throws ConditionRefused for an invalid rule. */
export function compileScorecard(scorecard: Scorecard, facts: CelVariables): CompiledScorecard {
  const variables = scorecardVariables(facts)
  const { needs = [] } = scorecard
  const rules = scorecard.rules.map((rule) => ({
    ...rule,
    condition: compilePublished(rule.when, variables),
  }))
  const groups = groupsIn(scorecard, facts)
  const over = (some: readonly Compiled[], given: KnownFacts, allowance?: Allowance) => {
    const seen = withInsights(given)
    return needs.every((name) => isKnown(seen.context, name.split('.')))
      ? evaluate(scorecard, some, seen, allowance)
      : undefined
  }
  return {
    ...(groups && { groups }),
    evaluate: (given, allowance) => over(rules, given, allowance),
    rate: (given, subject) =>
      over(
        rules.filter(({ relatedTo = [] }) => relatedTo.some((one) => one === subject)),
        given,
      ),
  }
}

/** Finds too many groups rather than too few: a name inside a text counts as well. */
function groupsIn(
  { rules, needs = [] }: Scorecard,
  facts: CelVariables,
): ReadonlySet<string> | undefined {
  const texts = [...rules.map(({ when }) => when), ...needs]
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []))
  return words.has('insight')
    ? undefined
    : new Set(Object.keys(facts).filter((one) => words.has(one)))
}
