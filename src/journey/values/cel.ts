// The parts of a value that conditions see, and which of them are personal. Pure.
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'
import type { Value, Values, ValueSchema } from './schema.ts'

/** The type of a value whose schema has an object at its root. */
export const celTypeOf = (schema: ValueSchema): { readonly record: CelFields } => ({
  record: fieldsOf(schema, false),
})

/** A personal field inside a list is left out, because a loop could read it piece by piece. */
const fieldsOf = ({ properties = {} }: ValueSchema, isInList: boolean): CelFields =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => {
      const type = inner['x-personal'] && isInList ? undefined : typeOf(inner, isInList)
      return type === undefined ? [] : [[name, type] as const]
    }),
  )

function typeOf(schema: ValueSchema, isInList: boolean): CelType | undefined {
  const { type, enum: words, const: only, items } = schema
  if (type === 'object') return { record: fieldsOf(schema, isInList) }
  if (type === 'array') {
    const inner = items && !items['x-personal'] ? typeOf(items, true) : undefined
    return inner === undefined ? undefined : { list: inner }
  }
  if (type === 'boolean') return 'bool'
  const closed = [...(words ?? []), ...(only === undefined ? [] : [only])]
  const plain = closed.flatMap((one) => (typeof one === 'boolean' ? [] : [one]))
  if (plain.length > 0) return { oneOf: plain }
  return type === 'string' ? 'string' : 'double'
}

/** The paths of personal fields that conditions see, each prefixed with `path`: `steps.credit.result.name`. */
export const personalPaths = ({ properties = {} }: ValueSchema, path: string): string[] =>
  Object.entries(properties).flatMap(([name, inner]) => {
    const at = `${path}.${name}`
    return inner['x-personal'] ? [at] : inner.type === 'object' ? personalPaths(inner, at) : []
  })

/** The parts of a value that an answer may show. */
export const withoutPersonal = ({ properties = {} }: ValueSchema, value: Values): Values =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const schema = properties[name]
      const shown = schema && plainPart(schema, one)
      return shown === undefined ? [] : [[name, shown] as const]
    }),
  )

function plainPart(schema: ValueSchema, value: Value): Value | undefined {
  if (schema['x-personal'] || schema.items?.['x-personal']) return undefined
  if (typeof value !== 'object') return value
  if (!isList(value)) return withoutPersonal(schema, value)
  const { items } = schema
  return items && value.flatMap((one) => plainPart(items, one) ?? [])
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
