// Finds the faults for which a scorecard is not published: it cannot run, or gives a good score when nothing is known.
import { catalogue } from '#src/risk/insights/catalogue/catalogue.ts'
import { askedForIn, findConditionFaults, readsOf } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import type { DocumentFault } from '#src/journey/registry/text.ts'
import type { Scorecard, ScorecardRule } from './document.ts'

/** The variables of rules: the facts that the process offers, and insights by their codes. */
const known = new WeakMap<CelVariables, CelVariables>()
export function scorecardVariables(facts: CelVariables): CelVariables {
  const made = known.get(facts) ?? { ...facts, insight: { record: insightFields } }
  known.set(facts, made)
  return made
}

const insightFields = Object.fromEntries(catalogue.map(({ code }) => [code, 'bool' as const]))

/** Finds why a well-formed scorecard cannot run over the offered facts; pointers begin at its root. */
export function findScorecardFaults(scorecard: Scorecard, facts: CelVariables): DocumentFault[] {
  const variables = scorecardVariables(facts)
  const needs = scorecard.needs ?? []
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
    ...findSilentGains(scorecard),
    ...needs.flatMap((name, index) =>
      findConditionFaults(`has(${name})`, variables).length > 0
        ? [{ pointer: `/needs/${index}`, detail: 'there is no such fact' }]
        : [],
    ),
    ...(scorecard.bands ?? []).flatMap(({ from }, index, all) =>
      from > (all[index - 1]?.from ?? (index === 0 ? -1 : 0))
        ? []
        : [{ pointer: `/bands/${index}/from`, detail: 'bands begin ever higher' }],
    ),
  ]
}

/** A base above this is a good score already, before any fact is known. */
const silentMax = 50

/**
 * Finds rules that subtract points from a good base for facts that may be unknown: if they are, the score stays good.
 */
function findSilentGains({ base, rules, needs = [] }: Scorecard): DocumentFault[] {
  if (base <= silentMax) return []
  return rules.flatMap((rule, index) => {
    const open = rule.points < 0 ? unaskedIn(rule, needs) : []
    const detail = `from a base above ${silentMax} it takes points away over what may not be known: name ${open.join(', ')} in needs, or ask for it by has()`
    return open.length > 0 ? [{ pointer: `/rules/${index}/when`, detail }] : []
  })
}

function unaskedIn({ when }: ScorecardRule, needs: readonly string[]): string[] {
  const asked = new Set([...needs, ...askedForIn(when).map(nameOf)])
  const reads = readsOf(when).filter((read) => read.length > 1)
  return [...new Set(reads.map(nameOf))].filter((name) => !asked.has(name))
}

const nameOf = (read: readonly string[]): string => read.slice(0, 2).join('.')
