// A scorecard is data: a base and rules in CEL over declared facts, each worth some points.
import { type Condition, compileCondition } from '#src/packs/cel.ts'
import type { CelVariables } from '#src/packs/cel-variables.ts'
import type { ScoreReason, ScoreResult } from './schema.ts'

export type Scorecard = {
  readonly name: string
  readonly version: number
  /** What a transaction has when no rule applies. */
  readonly base: number
  readonly rules: readonly ScoreRule[]
}

/** `when` is CEL; `description` is shown to clients, in Portuguese. */
export type ScoreRule = ScoreReason & { readonly when: string }

export type CompiledScorecard = {
  /** 0 to 100, whole. Throws ConditionFailed when a rule cannot be answered. */
  evaluate(facts: Readonly<Record<string, unknown>>): Omit<ScoreResult, 'createdAt'>
}

/** Throws ConditionRefused for a rule that does not hold, an Error for points that are not finite. */
export function compileScorecard(card: Scorecard, variables: CelVariables): CompiledScorecard {
  const title = `scorecard ${card.name}, version ${card.version}`
  if (![card.base, ...card.rules.map(({ points }) => points)].every(Number.isFinite))
    throw new Error(`${title}: its points are not finite`)
  if (new Set(card.rules.map(({ code }) => code)).size < card.rules.length)
    throw new Error(`${title}: two rules have one code`)
  const rules = card.rules.map((rule) => ({
    ...rule,
    condition: compileCondition(rule.when, variables),
  }))
  return { evaluate: (facts) => evaluate(card.base, rules, facts) }
}

function evaluate(
  base: number,
  rules: readonly (ScoreRule & { condition: Condition })[],
  facts: Readonly<Record<string, unknown>>,
): Omit<ScoreResult, 'createdAt'> {
  const reasons = rules
    .filter(({ condition }) => condition.evaluate(facts))
    .map(({ code, points, description }) => ({ code, points, description }))
  const sum = reasons.reduce((total, { points }) => total + points, base)
  const value = Math.min(100, Math.max(0, Math.round(sum)))
  return { value, reason: inOneLine(reasons), reasons }
}

function inOneLine(reasons: readonly ScoreReason[]): string {
  const weightiest = reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return weightiest.map(({ description }) => description).join('; ') || 'Nenhuma regra se aplicou'
}
