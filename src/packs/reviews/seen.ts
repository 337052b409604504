// Selects the facts that a review shows: their present values beside those that the run saw, the deciding ones first.
// Pure.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { questionsIn } from '#src/packs/document/condition-modules.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { modulesOf } from '#src/packs/document/walk.ts'
import type { EvidenceRecord } from '#src/packs/runs/evidence/evidence.ts'
import { factOf, type ReadValue, type Value } from '#src/packs/runs/evidence/values.ts'
import { readsBehind } from '#src/platform/cel/behind.ts'
import { readsOf } from '#src/platform/cel/cel.ts'
import { signGroups } from './rules.ts'

export type SeenFact = ReadValue & {
  /** The value that the run saw, if it differs from the present one. */
  readonly saw?: Value
  /** Set for the values that decided the condition's answer. */
  readonly decided?: true
}

/** The groups that are shown beside the deciding values; they contain no personal data. */
const shownGroups: ReadonlySet<string> = new Set([...signGroups, 'device', 'company', 'lists'])

export type FactsRead = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The facts that the conditions of a pack read, by group. For a pack whose conditions read none, and for a link’s walk,
 * it is the groups that the modules provide.
 */
export function factsReadBy(root: Step, isWalk: boolean): FactsRead {
  const read = new Map<string, Set<string>>()
  for (const text of isWalk ? [] : questionsIn(root))
    for (const [first, group, name] of readsOf(text)) {
      if (first !== 'facts' || group === undefined || !shownGroups.has(group)) continue
      const names = read.get(group) ?? new Set()
      read.set(group, name === undefined ? names : names.add(name))
    }
  return read.size > 0 ? read : broughtBy(modulesOf(root))
}

function broughtBy(modules: readonly string[]): FactsRead {
  const groups = Object.entries<FactGroup>(vocabulary).filter(
    ([group, facts]) =>
      shownGroups.has(group) &&
      Object.values(facts).some((one) => one.modules?.some((key) => modules.includes(key))),
  )
  return new Map(groups.map(([group]) => [group, new Set()]))
}

type Sights = {
  readonly now: FactValues
  /** Undefined when no evidence was recorded. */
  readonly kept: EvidenceRecord | undefined
  readonly deciding: Deciding
  readonly read: FactsRead
}

/** The condition that led to the review, with the values that it read. */
export type Deciding = { readonly condition?: string; readonly values: readonly ReadValue[] }

/** The values that decided the condition's answer, or all its values when that is unknown. */
export function listBehind({ condition, values }: Deciding): ReadonlySet<string> {
  const context = { facts: {}, steps: {}, input: {}, transaction: {} }
  for (const { read, value } of values) setAt(context, read, value)
  // Conditions with `of` name steps without the prefix `steps`.
  Object.assign(context, context.steps)
  const chains = readsBehind(condition ?? '', context).map((chain) => chain.join('.'))
  const isBehind = ({ read }: ReadValue) =>
    chains.some((chain) => `${read}.`.startsWith(`${chain}.`) || read.includes(`${chain}[`))
  const behind = values.filter(isBehind)
  return new Set((behind.length > 0 ? behind : values).map(({ read }) => read))
}

/**
 * Sets the value at a path such as `facts.checks.hit` or `steps.score.results[0].value`. Unknown values stay absent,
 * while the records around them exist.
 */
function setAt(context: Record<string, unknown>, read: string, value: Value): void {
  const keys = read.split(/\]?[.[]|\]$/).filter((key) => key !== '')
  let at = context
  for (const [place, key] of keys.slice(0, -1).entries()) {
    at[key] ??= /^\d+$/.test(keys[place + 1] ?? '') ? [] : {}
    // Safe because only records and lists were set at inner parts of a path.
    at = at[key] as Record<string, unknown>
  }
  if (value !== 'unknown') at[keys.at(-1) ?? ''] = value
}

export function listSeen({ now, kept, deciding, read }: Sights): SeenFact[] {
  const behind = listBehind(deciding)
  const asked = deciding.values.map((one): SeenFact => {
    const [, group = '', name = ''] = one.read.split('.')
    const isFact = one.read.startsWith('facts.')
    const value = isFact ? factOf(group, name, now[group]?.[name]).value : one.value
    const seen = withSaw({ ...one, value }, one.value)
    return behind.has(one.read) ? { ...seen, decided: true } : seen
  })
  const first = [...asked.filter((one) => one.decided), ...asked.filter((one) => !one.decided)]
  const shown = new Set(first.map((one) => one.read))
  const rest = [...read].flatMap(([group, names]) => {
    const values = now[group] ?? {}
    const saw = lastSeen(kept, group)
    return [...new Set([...names, ...Object.keys(values)])].map((name) =>
      withSaw(
        factOf(group, name, values[name]),
        saw === undefined ? undefined : factOf(group, name, saw[name]).value,
      ),
    )
  })
  // Unknown values are left out unless a condition named them.
  const isTold = (one: SeenFact) =>
    !shown.has(one.read) && (isNamed(read, one.read) || one.value !== 'unknown')
  return [...first, ...rest.filter(isTold)]
}

const isNamed = (read: FactsRead, path: string): boolean => {
  const [, group = '', name = ''] = path.split('.')
  return read.get(group)?.has(name) === true
}

const withSaw = (one: ReadValue, saw: Value | undefined): SeenFact =>
  saw === undefined || JSON.stringify(saw) === JSON.stringify(one.value) ? one : { ...one, saw }

/** The last values of a group that a condition of the run saw. */
function lastSeen(kept: EvidenceRecord | undefined, group: string): FactValues[string] | undefined {
  const event = kept?.events.findLast(({ facts }) => facts?.[group] !== undefined)
  return kept?.facts[group]?.[event?.facts?.[group] ?? -1]
}

/** Further facts that count against a person, beside those with the role `sign`. */
const signsBeside = /^facts\.(velocity|reviews)\.|^facts\.lists\.(denied|denyAction|confirmedFraud)/

/** Whether a value that a condition read counts against the person, at any time; unknown values do not. */
export function isAgainst({ read, value }: ReadValue): boolean {
  const [, group = '', name = ''] = read.split('.')
  const facts = new Map<string, FactGroup>(Object.entries<FactGroup>(vocabulary)).get(group)
  const isSign = facts?.[name]?.role === 'sign' && name !== 'listsNotSearched'
  if (!read.startsWith('facts.') || !(isSign || signsBeside.test(read))) return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'string' ? !['', 'unknown'].includes(value) : Boolean(value)
}
