// Computes the score of a scorecard over facts: which rules apply, which could not be answered, and which facts those
// lack.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { type Condition, ConditionFailed } from '#src/platform/cel/cel.ts'
import { type Allowance, stepsMax } from '#src/platform/cel/budget.ts'
import type { Scorecard, ScorecardRule } from './document.ts'
import type { ScoreReason } from './schema.ts'
import { type InsightFacts, weighInsights } from './unknown-insights.ts'

export type Score = {
  readonly value: number
  readonly reason: string
  readonly reasons: ScoreReason[]
  readonly band?: string
  /** True when a rule could not be answered; `missing` lists the facts that it lacks. */
  readonly partly: boolean
  readonly missing?: string[]
}

/** The evaluation steps that all rules of a scorecard may use together. */
export const scoreStepsMax = 2 * stepsMax

export type Compiled = ScorecardRule & { readonly condition: Condition }

/** The variables that rules read. */
export type Seen = {
  readonly context: Readonly<Record<string, unknown>>
  /** By the code of an unknown insight, the facts that it lacks. */
  readonly missing: InsightFacts['missing']
}
const derived = new WeakMap<KnownFacts, Seen>()

export function withInsights(facts: KnownFacts): Seen {
  const before = derived.get(facts)
  if (before) return before
  const { known: insight, missing } = weighInsights(facts)
  const made = { context: { ...facts, insight }, missing }
  derived.set(facts, made)
  return made
}

export function evaluate(
  { base, bands = [] }: Scorecard,
  rules: readonly Compiled[],
  seen: Seen,
  allowance: Allowance = { left: scoreStepsMax },
): Score {
  const answers = rules.map((rule) => ({ rule, is: answer(rule.condition, seen, allowance) }))
  const reasons = answers.flatMap(({ rule: { code, points, description }, is }) =>
    is === true ? [{ code, points, description }] : [],
  )
  const open = answers.filter(({ is }) => is === undefined)
  const missing = new Set(open.flatMap(({ rule }) => missingOf(rule.condition, seen)))
  const sum = reasons.reduce((total, { points }) => total + points, base)
  const value = Math.min(100, Math.max(0, Math.round(sum)))
  const band = bands.findLast(({ from }) => value >= from)?.name
  return {
    value,
    reason: inOneLine(reasons),
    reasons,
    ...(band !== undefined && { band }),
    partly: open.length > 0,
    ...(open.length > 0 && { missing: [...missing].toSorted() }),
  }
}

/** Undefined when a fact is unknown, which counts neither for nor against. */
function answer(
  condition: Condition,
  { context }: Seen,
  allowance: Allowance,
): boolean | undefined {
  try {
    return condition.evaluate(context, allowance)
  } catch (error) {
    if (error instanceof ConditionFailed && error.code === 'no_such_key') return undefined
    throw error
  }
}

/** The unknown facts that the condition reads, directly or through an insight. */
const missingOf = ({ reads }: Condition, { context, missing }: Seen): string[] =>
  reads
    .filter((read) => read.length > 1 && !isKnown(context, read))
    .flatMap(([group = '', name = '']) =>
      group === 'insight' ? (missing.get(name) ?? []) : [`${group}.${name}`],
    )

export function isKnown(
  context: Seen['context'],
  [group = '', name = '']: readonly string[],
): boolean {
  const values: unknown = context[group] ?? {}
  const value: unknown =
    typeof values === 'object' ? Reflect.get(values as object, name) : undefined
  return value !== undefined && value !== null
}

function inOneLine(reasons: readonly ScoreReason[]): string {
  const weightiest = reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return weightiest.map(({ description }) => description).join('; ') || 'Nenhuma regra se aplicou'
}
