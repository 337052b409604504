// Compiles a scorecard: its score is a function of facts and of the scorecard, and of nothing else.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { catalogue, deriveInsights } from '#src/risk/insights/catalogue/catalogue.ts'
import {
  compilePublished,
  type Condition,
  ConditionFailed,
  findConditionFaults,
} from '#src/platform/cel/cel.ts'
import { type Allowance, stepsMax } from '#src/platform/cel/budget.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import type { DocumentFault } from '#src/journey/registry/text.ts'
import type { Scorecard, ScorecardRule } from './document.ts'
import type { ScoreReason } from './schema.ts'

export type Score = {
  readonly value: number
  readonly reason: string
  readonly reasons: ScoreReason[]
  readonly band?: string
}

/** What all rules of a scorecard may cost together. */
export const scoreStepsMax = 2 * stepsMax

export type CompiledScorecard = {
  /** The groups of facts that its rules can ask for; undefined: all, because they ask for insights. */
  readonly groups?: ReadonlySet<string>
  /**
   * 0 to 100, whole. What its rules cost is taken from `allowance`. Throws ConditionFailed when a rule cannot be answered
   * for another reason than a missing fact.
   */
  evaluate(facts: KnownFacts, allowance?: Allowance): Score
  /** Over the rules of one subject. */
  rate(facts: KnownFacts, subject: string): Score
}

/** What rules may ask for: the facts that the process offers, and insights by their codes. */
const known = new WeakMap<CelVariables, CelVariables>()
function scorecardVariables(facts: CelVariables): CelVariables {
  const made = known.get(facts) ?? { ...facts, insight: { record: insightFields } }
  known.set(facts, made)
  return made
}

const insightFields = Object.fromEntries(catalogue.map(({ code }) => [code, 'bool' as const]))

/** What keeps a sound scorecard from being run over the facts offered; pointers begin at its root. */
export function findScorecardFaults(scorecard: Scorecard, facts: CelVariables): DocumentFault[] {
  const variables = scorecardVariables(facts)
  const codes = scorecard.rules.map(({ code }) => code)
  return [
    ...scorecard.rules.flatMap(({ when, code }, index) => [
      ...findConditionFaults(when, variables).map(({ detail, start }) => ({
        pointer: `/rules/${index}/when`,
        detail,
        offset: start,
      })),
      ...(codes.indexOf(code) < index
        ? [{ pointer: `/rules/${index}/code`, detail: 'another rule has this code' }]
        : []),
    ]),
    ...(scorecard.bands ?? []).flatMap(({ from }, index, all) =>
      from > (all[index - 1]?.from ?? (index === 0 ? -1 : 0))
        ? []
        : [{ pointer: `/bands/${index}/from`, detail: 'bands begin ever higher' }],
    ),
  ]
}

type Compiled = ScorecardRule & { readonly condition: Condition }

/** Throws ConditionRefused for a rule that does not hold. */
export function compileScorecard(scorecard: Scorecard, facts: CelVariables): CompiledScorecard {
  const variables = scorecardVariables(facts)
  const rules = scorecard.rules.map((rule) => ({
    ...rule,
    condition: compilePublished(rule.when, variables),
  }))
  const groups = groupsIn(scorecard, facts)
  return {
    ...(groups && { groups }),
    evaluate: (given, allowance) => evaluate(scorecard, rules, withInsights(given), allowance),
    rate: (given, subject) =>
      evaluate(
        scorecard,
        rules.filter(({ relatedTo = [] }) => relatedTo.some((one) => one === subject)),
        withInsights(given),
      ),
  }
}

/** Too many rather than too few: a name in a text is taken for a group as well. */
function groupsIn({ rules }: Scorecard, facts: CelVariables): ReadonlySet<string> | undefined {
  const words = new Set(rules.flatMap(({ when }) => when.match(/[A-Za-z_]\w*/g) ?? []))
  return words.has('insight')
    ? undefined
    : new Set(Object.keys(facts).filter((one) => words.has(one)))
}

const derived = new WeakMap<KnownFacts, Readonly<Record<string, unknown>>>()

function withInsights(facts: KnownFacts): Readonly<Record<string, unknown>> {
  const made = derived.get(facts) ?? { ...facts, insight: insightsAsFacts(facts) }
  derived.set(facts, made)
  return made
}

function insightsAsFacts(facts: KnownFacts): Record<string, boolean> {
  const there = new Set(deriveInsights(facts).map(({ code }) => code))
  return Object.fromEntries(catalogue.map(({ code }) => [code, there.has(code)]))
}

function evaluate(
  { base, bands = [] }: Scorecard,
  rules: readonly Compiled[],
  facts: Readonly<Record<string, unknown>>,
  allowance: Allowance = { left: scoreStepsMax },
): Score {
  const reasons = rules
    .filter(({ condition }) => applies(condition, facts, allowance))
    .map(({ code, points, description }) => ({ code, points, description }))
  const sum = reasons.reduce((total, { points }) => total + points, base)
  const value = Math.min(100, Math.max(0, Math.round(sum)))
  const band = bands.findLast(({ from }) => value >= from)?.name
  return { value, reason: inOneLine(reasons), reasons, ...(band !== undefined && { band }) }
}

/** What is not known is no reason, neither for nor against. */
function applies(
  condition: Condition,
  facts: Readonly<Record<string, unknown>>,
  allowance: Allowance,
): boolean {
  try {
    return condition.evaluate(facts, allowance)
  } catch (error) {
    if (error instanceof ConditionFailed && error.code === 'no_such_key') return false
    throw error
  }
}

function inOneLine(reasons: readonly ScoreReason[]): string {
  const weightiest = reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return weightiest.map(({ description }) => description).join('; ') || 'Nenhuma regra se aplicou'
}
