// Finds the keys and values that a JSON Schema allows at a position of a document. Pure.
import type { Frame, Place } from './place.ts'

export type Schema = {
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly if?: Schema
  readonly then?: Schema
  readonly properties?: Readonly<Record<string, Schema | boolean>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: string | number | boolean
  readonly examples?: readonly unknown[]
  readonly description?: string
}

const depthMax = 12

/** Resolves references and alternatives of a schema, and leaves out those whose constants differ from `values`. */
function spread(root: Schema, one: Schema, values: Frame['values'], depth = 0): Schema[] {
  if (depth > depthMax) return []
  const more = (schema: Schema) => spread(root, schema, values, depth + 1)
  const named = one.$ref && root.definitions?.[one.$ref.split('/').at(-1) ?? '']
  const parts = [
    ...(named ? [named] : []),
    ...(one.allOf ?? []),
    ...(one.if && one.then && fits(one.if, values) ? [one.then] : []),
    ...[...(one.anyOf ?? []), ...(one.oneOf ?? [])].filter((option) => more(option).some((some) => fits(some, values))), // prettier-ignore
  ]
  const own = one.properties || one.items || one.type || one.enum || one.const !== undefined
  return [...(own && fits(one, values) ? [one] : []), ...parts.flatMap(more)]
}

/** Whether all constants of the schema equal the given values. */
const fits = ({ properties = {} }: Schema, values: Frame['values']): boolean =>
  Object.entries(properties).every(([key, schema]) => {
    const given = values[key]
    if (!given || typeof schema === 'boolean' || schema.const === undefined) return true
    return String(schema.const) === given.replace(/^["']|["']$/g, '')
  })

const of = (schema: Schema | boolean | undefined): Schema[] =>
  typeof schema === 'object' ? [schema] : []

function childrenOf(schemas: readonly Schema[], key: string): Schema[] {
  return schemas.flatMap(({ properties = {}, additionalProperties }) =>
    Object.hasOwn(properties, key) ? of(properties[key]) : of(additionalProperties),
  )
}

/** The schemas of the mapping at a position. */
function schemasAt(root: Schema, { frames }: Pick<Place, 'frames'>): Schema[] {
  const [top, ...inner] = frames
  let found = spread(root, root, top?.values ?? {})
  let list: Schema[] = []
  for (const { key, isItem, values } of inner) {
    const here = key === undefined ? list : childrenOf(found, key).flatMap((one) => spread(root, one, values)) // prettier-ignore
    list = here.flatMap(({ items }) => of(items).flatMap((one) => spread(root, one, values)))
    found = isItem ? list : here
  }
  return found
}

/** The schemas of a key in the mapping. */
export const schemasOf = (root: Schema, place: Pick<Place, 'frames'>, key: string): Schema[] =>
  childrenOf(schemasAt(root, place), key).flatMap((one) => [one, ...spread(root, one, {})])

export type Choice = { readonly label: string; readonly detail?: string; readonly info?: string }

/** The keys that are allowed in the mapping and still missing, required ones first. */
export function keysAt(root: Schema, place: Place): Choice[] {
  const schemas = schemasAt(root, place)
  const given = Object.keys(place.frames.at(-1)?.values ?? {})
  const needed = new Set(schemas.flatMap(({ required = [] }) => required))
  const all = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)))
  return [...all]
    .filter(([key, schema]) => schema !== false && !given.includes(key))
    .toSorted(([one], [other]) => Number(needed.has(other)) - Number(needed.has(one)))
    .map(([label, schema]) => ({ label, ...about(typeof schema === 'object' ? schema : {}), ...(needed.has(label) && { detail: '*' }) })) // prettier-ignore
}

const about = ({ description }: Schema) => (description ? { info: description } : {})

/** The possible values of the key: closed ones, constants and examples. */
export function valuesAt(root: Schema, place: Place): Choice[] {
  const schemas =
    place.key === undefined ? schemasAt(root, place) : schemasOf(root, place, place.key)
  const words = schemas.flatMap(({ enum: closed = [], const: one, examples = [], type }) => [
    ...closed,
    ...(one === undefined ? [] : [one]),
    ...examples,
    ...(type === 'boolean' ? [true, false] : []),
  ])
  return [...new Set(words.map(String))].map((label) => ({ label }))
}

export const describe = (schemas: readonly Schema[]): string | undefined =>
  schemas.find(({ description }) => description !== undefined)?.description
