// Compiles a scorecard: its score is a function of facts and of the scorecard, and of nothing else.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { compilePublished } from '#src/platform/cel/cel.ts'
import type { Allowance } from '#src/platform/cel/budget.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import type { Scorecard } from './document.ts'
import { scorecardVariables } from './faults.ts'
import { type Compiled, evaluate, isKnown, type Score, withInsights } from './score.ts'

export type CompiledScorecard = {
  /** The groups of facts that its rules can ask for; undefined: all, because they ask for insights. */
  readonly groups?: ReadonlySet<string>
  /**
   * 0 to 100, whole. What its rules cost is taken from `allowance`. Throws ConditionFailed when a rule cannot be answered
   * for another reason than a missing fact. Undefined where something is missing that the scorecard needs.
   */
  evaluate(facts: KnownFacts, allowance?: Allowance): Score | undefined
  /** Over the rules of one subject. */
  rate(facts: KnownFacts, subject: string): Score | undefined
}

/** Throws ConditionRefused for a rule that does not hold. */
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

/** Too many rather than too few: a name in a text is taken for a group as well. */
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
