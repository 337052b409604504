// Lists what conditions can read (modules, facts and the transaction) by name, with type and meaning.
import { z } from 'zod'
import { type CelType, writeType } from '#src/platform/cel/variables.ts'
import { type ServiceSchemas, serviceTypes } from '#src/journey/capabilities/service-values.ts'
import { ModuleStatus } from '#src/journey/capabilities/module.ts'
import type { FactGroup, FactRole } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary as known } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { eachField } from './transaction.ts'
import { factTypes, type Vocabulary } from './variables.ts'

/**
 * For facts of modules, the role tells how long they count: a sign always counts, a proof only as far as the last step
 * of its module allows.
 */
export type Field = Partial<FactRole> & {
  readonly path: string
  readonly type: string
  readonly meaning: string
  /** The possible values, or those of a list’s elements, where they are closed. */
  readonly values?: readonly (string | number)[]
  /** A sample condition that reads the field. */
  readonly example: string
}

type Named = Omit<Field, 'example'> & { readonly isPersonal?: boolean }

export function* fieldsOf(vocabulary: Vocabulary): Generator<Field> {
  for (const { isPersonal = false, ...field } of named(vocabulary))
    yield { ...field, example: exampleOf(field, isPersonal) }
}

/** Examples for the suggestions of editors. */
export const examplesOf = (vocabulary: Vocabulary) => ({
  conditions: [...fieldsOf(vocabulary)].map(({ example }) => example),
  modules: vocabulary.offered.map(({ key }) => key),
  options: new Map(vocabulary.offered.map(({ key, options }) => [key, options])),
})

function exampleOf({ path, type, values }: Named, isPersonal: boolean): string {
  if (isPersonal) return `has(${path})`
  if (path.endsWith('.moduleStatus')) return `${path} == "completed"`
  if (values) return exampleOfClosed(path, type, values)
  if (type === 'bool') return path
  if (type === 'number') return `${path} >= 1.0`
  if (type === 'string') return `${path} == "value"`
  if (type === 'list of number') return `${path}.exists(one, one == 1.0)`
  if (type === 'list of string') return `${path}.exists(one, one == "value")`
  return `has(${path})`
}

function exampleOfClosed(path: string, type: string, [first]: readonly (string | number)[]) {
  const value = typeof first === 'number' ? `${first}.0` : JSON.stringify(first)
  return type.startsWith('list') ? `${path}.exists(one, one == ${value})` : `${path} == ${value}`
}

function* named({ offered, facts }: Vocabulary): Generator<Named> {
  for (const { key, seen, services = {}, result } of offered) {
    const shape = result instanceof z.ZodObject ? result.shape : {}
    const path = `steps.${key}`
    yield {
      path: `${path}.moduleStatus`,
      type: 'string',
      meaning: 'How it has ended.',
      values: ModuleStatus.options,
    }
    for (const [name, type] of Object.entries(seen))
      for (const field of flatten(`${path}.results[0].${name}`, type))
        yield { ...field, meaning: meaningIn(shape[name]) }
    for (const [name, type] of Object.entries(allOf(services)))
      yield* flatten(`${path}.${name}`, type)
  }
  const groups = new Map<string, FactGroup>(Object.entries<FactGroup>(known))
  for (const [group, type] of Object.entries(factTypes(facts)))
    for (const field of flatten(`facts.${group}`, type)) {
      const name = field.path.split('.')[2] ?? ''
      const { meaning = '', role, modules } = groups.get(group)?.[name] ?? {}
      yield { ...field, meaning, ...(role && modules && { role, modules }) }
    }
  for (const [path, { type, meaning, isPersonal }] of eachField())
    yield {
      path,
      type: writeType(type),
      ...closedIn(type),
      meaning: isPersonal ? `${meaning} Compared by ==, != and sameDocument() alone.` : meaning,
      isPersonal: isPersonal === true,
    }
}

const meaningIn = (field: unknown): string =>
  (field instanceof z.ZodType && field.description) || ''

/** The types of all services' fields, as a step sees them that asks for every service. */
const allOf = (services: ServiceSchemas) =>
  serviceTypes(services, { services: Object.keys(services) })

function* flatten(path: string, type: CelType): Generator<Named> {
  if (
    typeof type === 'object' &&
    'list' in type &&
    typeof type.list === 'object' &&
    'record' in type.list
  ) {
    yield* flatten(`${path}[0]`, type.list)
    return
  }
  if (typeof type !== 'object' || !('record' in type)) {
    yield { path, type: writeType(type), meaning: '', ...closedIn(type) }
    return
  }
  for (const [name, inner] of Object.entries(type.record)) yield* flatten(`${path}.${name}`, inner)
}

function closedIn(type: CelType): Pick<Field, 'values'> {
  if (typeof type === 'string') return {}
  if ('list' in type) return closedIn(type.list)
  return 'oneOf' in type ? { values: type.oneOf } : {}
}
