// The facts of a run: a sign counts against the person at any time, a proof only within the limits of the run. Pure.
import type { Counted, FactValues } from './counted.ts'
import type { FactGroup } from './vocabulary/fact.ts'
import { vocabulary } from './vocabulary/vocabulary.ts'

/** The limits of a run by the key of a module; a module that is not named counts without limit. */
export type Limits = Readonly<Record<string, Counted>>

const groups = new Map<string, FactGroup>(Object.entries<FactGroup>(vocabulary))

/** The named groups that a limit changes. */
export const groupsLimited = (limits: Limits, named: Iterable<string>): Set<string> =>
  new Set(
    [...named].filter((group) => Object.values(groups.get(group) ?? {}).some(isLimited(limits))),
  )

const isLimited =
  (limits: Limits) =>
  ({ modules = [] }: FactGroup[string]): boolean =>
    modules.some((module) => Object.hasOwn(limits, module))

/**
 * `all`: the facts of the whole transaction; `counted`: the facts within the limits, of the groups that a limit
 * changes.
 */
export function joinFacts(all: FactValues, counted: FactValues, limits: Limits): FactValues {
  const joined = Object.entries(all).map(([group, values]) => {
    const known = counted[group]
    return [
      group,
      known ? joinGroup(groups.get(group) ?? {}, values, known, limits) : values,
    ] as const
  })
  return Object.fromEntries(joined)
}

type Values = Readonly<Record<string, unknown>>

function joinGroup(group: FactGroup, all: Values, counted: Values, limits: Limits): Values {
  const names = new Set([...Object.keys(all), ...Object.keys(counted)])
  const entries = [...names].map((name) => {
    const fact = group[name]
    if (!fact || !isLimited(limits)(fact)) return [name, all[name]] as const
    const speaks = fact.role === 'sign' && speaksAgainst(all[name])
    return [name, speaks ? all[name] : counted[name]] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** False, an empty list and an absent value are no signs: as signs they would prove that nothing was found. */
const speaksAgainst = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
