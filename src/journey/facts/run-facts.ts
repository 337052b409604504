// The facts of a run: a sign speaks against whenever it was, a proof counts only as far as the run lets it. Pure.
import type { Counted, FactValues } from './facts.ts'
import type { FactGroup } from './vocabulary/fact.ts'
import { vocabulary } from './vocabulary/vocabulary.ts'

/** What counts in a run, by the key of a module; a module that is not named counts whole. */
export type Limits = Readonly<Record<string, Counted>>

const groups = new Map<string, FactGroup>(Object.entries<FactGroup>(vocabulary))

/** Those of the named groups that a limit changes. */
export const groupsLimited = (limits: Limits, named: Iterable<string>): Set<string> =>
  new Set(
    [...named].filter((group) => Object.values(groups.get(group) ?? {}).some(isLimited(limits))),
  )

const isLimited =
  (limits: Limits) =>
  ({ modules = [] }: FactGroup[string]): boolean =>
    modules.some((module) => Object.hasOwn(limits, module))

/** `all`: of the transaction; `counted`: of what counts alone, of the groups that a limit changes. */
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

/** A no, an empty list or nothing at all is no sign: it would be a proof that nothing was found. */
const speaksAgainst = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
