// Lists the values that the conditions of a run read, from its evidence, under the names that authors write. Pure; used
// by evidence, reviews and drawings.
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { readsOf } from '#src/platform/cel/cel.ts'
import type { Read } from '#src/platform/cel/reads.ts'
import { serviceTypes, serviceValues } from '#src/journey/capabilities/service-values.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import { childSeen } from '#src/packs/conditions/children.ts'
import type { SeenModule } from '#src/packs/conditions/variables.ts'
import { withoutPersonal } from '#src/journey/values/cel.ts'
import type { Values, ValueSchema } from '#src/journey/values/schema.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { resultSchemaOf, rowStepsByName } from '#src/packs/document/walk.ts'
import { type Event, type ReadEvidence, sectionAt } from './evidence.ts'

/** `unknown` means a value that was read and was absent. */
export type Value = boolean | number | string | readonly (string | number | boolean)[]
const unknown = 'unknown'

export type ReadValue = {
  /** `facts.checks.hit`, `steps.score.results[0].value`, `steps.score.moduleStatus`. */
  readonly read: string
  readonly value: Value
  /** The modules that provide the value. */
  readonly modules: readonly string[]
}

/** Removes values whose modules need a scope that the reader lacks; `withheld` lists those scopes. */
export function hideValues(
  values: readonly ReadValue[],
  offered: readonly Pick<Module, 'key' | 'scope'>[],
  scopes: ReadonlySet<string>,
) {
  const lacking = ({ modules }: ReadValue) =>
    offered.flatMap(({ key, scope }) =>
      scope !== undefined && modules.includes(key) && !scopes.has(scope) ? [scope] : [],
    )
  const isShown = (one: ReadValue) => lacking(one).length === 0
  return {
    shown: values.filter(isShown).map(({ read, value }) => ({ read, value: copyOf(value) })),
    withheld: [...new Set(values.flatMap(lacking))],
  }
}

export const copyOf = (value: Value) => (typeof value === 'object' ? [...value] : value)

type Sight = {
  readonly kept: ReadEvidence
  readonly event: Pick<Event, 'sections' | 'facts'>
  readonly pack: Pick<Pack, 'root' | 'input'>
  readonly offered: readonly SeenModule[]
}

/** The most values per condition; the answer of the run has all of them. */
export const valuesMax = 200

/** The values that a condition with that text read, without duplicates; parts that were not evaluated are left out. */
export function valuesRead(text: string, sight: Sight): ReadValue[] {
  const found = readsOf(text).flatMap((read) => valuesAt(read, text, sight))
  const byName = new Map(found.map((one) => [one.read, one]))
  return [...byName.values()].slice(0, valuesMax)
}

function valuesAt(read: Read, text: string, sight: Sight): ReadValue[] {
  const [first = '', second, third] = read
  if (first === 'facts') return factsAt(second, third, sight)
  if (first === 'input') return second === undefined ? [] : inputAt(second, sight)
  if (first === 'steps') return second === undefined ? [] : sectionOf(second, third, text, sight)
  return sight.event.sections?.[first] ? sectionOf(first, second, text, sight) : []
}

/** All facts of a group that was read as a whole, or of all groups. */
function factsAt(group: string | undefined, name: string | undefined, sight: Sight): ReadValue[] {
  const { kept, event } = sight
  if (group === undefined)
    return Object.keys(event.facts ?? {}).flatMap((one) => factsAt(one, undefined, sight))
  const index = event.facts?.[group]
  const values = index === undefined ? undefined : kept.facts[group]?.[index]
  if (!values) return []
  if (name !== undefined) return [factOf(group, name, values[name])]
  return Object.entries(values).map(([one, value]) => factOf(group, one, value))
}

const groups = new Map<string, FactGroup>(Object.entries<FactGroup>(vocabulary))

/** A fact as a read value, by its group and name. */
export const factOf = (group: string, name: string, value: unknown): ReadValue => ({
  read: `facts.${group}.${name}`,
  value: toValue(value),
  modules: groups.get(group)?.[name]?.modules ?? [],
})

function sectionOf(
  name: string,
  field: string | undefined,
  text: string,
  { kept, event, pack: { root }, offered }: Sight,
): ReadValue[] {
  const step = rowStepsByName(root).get(name)
  const module = step?.kind === 'module' ? step.module : name
  const ref = event.sections?.[name]
  if (!ref) return []
  const { moduleStatus, results } = sectionAt(kept, name, ref)
  const path = `steps.${name}`
  const show = (read: string, value: Value) => ({ read, value, modules: [module] })
  const schema = step && resultSchemaOf(step)
  if (schema && field !== 'moduleStatus')
    return broughtAt(`${path}.result`, text, schema, results[0])
  if (field === 'moduleStatus') return [show(`${path}.moduleStatus`, moduleStatus)]
  const found = offered.find(({ key }) => key === module)
  const options = step?.kind === 'module' ? optionsOf(step) : undefined
  if (field !== undefined && Object.hasOwn(serviceTypes(found?.services, options), field)) {
    const value = serviceValues(found?.services, { moduleStatus, results }, options)[field]
    return flatten(`${path}.${field}`, value)
      .filter(
        ([read]) => value === undefined || namesAll(text, read.slice(`${path}.${field}`.length)),
      )
      .map(([read, one]) => show(read, one))
  }
  const seen = Object.keys(step?.kind === 'each' ? childSeen : (found?.seen ?? {}))
  const named = seen.filter((one) => namesField(text, one))
  if (results.length === 0) return [show(`${path}.results`, unknown)]
  if (named.length === 0) return [show(`size(${path}.results)`, results.length)]
  return results.flatMap((result, at) =>
    named.flatMap((one) =>
      flatten(`${path}.results[${at}].${one}`, fieldOf(result, one)).map(([read, value]) =>
        show(read, value),
      ),
    ),
  )
}

/** The fields of the input that an expression names, without personal ones. */
function inputAt(name: string, { kept, pack }: Sight): ReadValue[] {
  const shown = kept.input && pack.input && withoutPersonal(pack.input, kept.input)
  const isPersonal = pack.input?.properties?.[name]?.['x-personal'] === true
  if (!shown || isPersonal) return []
  return flatten(`input.${name}`, fieldOf(shown, name)).map(([read, value]) => ({
    read,
    value,
    modules: [],
  }))
}

/** The fields of a brought result that a text names, without personal ones. */
function broughtAt(path: string, text: string, schema: ValueSchema, result: unknown): ReadValue[] {
  const isThere = typeof result === 'object' && result !== null
  // Safe because the value fitted the schema when it was stored.
  const shown = isThere ? withoutPersonal(schema, result as Values) : undefined
  const names = Object.entries(schema.properties ?? {}).flatMap(([one, inner]) =>
    namesField(text, one) && inner['x-personal'] !== true ? [one] : [],
  )
  const entries = shown
    ? names.flatMap((one) => flatten(`${path}.${one}`, fieldOf(shown, one)))
    : [[path, unknown] as const]
  return entries.map(([read, value]) => ({ read, value, modules: [] }))
}

/** Matches `x.name`, `x.?name` and `x["name"]`. */
const namesField = (text: string, name: string): boolean =>
  new RegExp(String.raw`\.\??\s*${name}\b|\[\s*\??["']${name}["']\s*\]`).test(text)

/** Whether a text names each field of a path. */
const namesAll = (text: string, path: string): boolean =>
  [...path.matchAll(/\.(\w+)/g)].every(([, name = '']) => namesField(text, name))

const fieldOf = (result: unknown, name: string): unknown =>
  typeof result === 'object' && result !== null && Object.hasOwn(result, name)
    ? // Safe because it reads an own field of an object.
      (result as Record<string, unknown>)[name]
    : undefined

/** Flattens records and lists of records into their fields. */
function flatten(path: string, value: unknown): [string, Value][] {
  if (typeof value !== 'object' || value === null) return [[path, toValue(value)]]
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([name, one]) => flatten(`${path}.${name}`, one))
  if (value.every(isScalar)) return [[path, value]]
  return value.flatMap((one, at) => flatten(`${path}[${at}]`, one))
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function toValue(value: unknown): Value {
  if (isScalar(value)) return value
  return Array.isArray(value) && value.every(isScalar) ? value : unknown
}
