// Arbitrary values of a JSON Schema, and values that it refuses: as much of it as our document uses.
import type { ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'

export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly example?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly if?: JsonSchema
  readonly then?: JsonSchema
  readonly else?: JsonSchema
}

/** Values known to lead somewhere, by the name of their field or parameter. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>
type Any = fc.Arbitrary<unknown>

/** Below it a document that holds itself is not made deeper. */
const depthMax = 5

export class SchemaReader {
  readonly #components: Readonly<Record<string, JsonSchema>>
  readonly #known: KnownValues
  #depth = 0

  constructor(components: Readonly<Record<string, JsonSchema>>, known: KnownValues) {
    this.#components = components
    this.#known = known
  }

  /** Values that mostly hold; what does not is filtered by the caller's validator. */
  read(schema: JsonSchema, name = ''): Any {
    const known = this.#known[name]
    this.#depth++
    const made = this.#make(this.resolve(schema))
    this.#depth--
    if (!known) return made
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made }) // prettier-ignore
  }

  resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema
    const found = this.#components[schema.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`${schema.$ref} is no component`)
    return this.resolve(found)
  }

  #make(schema: JsonSchema): Any {
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return fc.oneof(...this.#within(options).map((one) => this.read(one)))
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type: string) => this.#make({ ...schema, type })))
    switch (schema.type) {
      case 'string':
        return makeText(schema)
      case 'integer':
        return fc.integer(bounds(schema))
      case 'number':
        return fc.double({ ...bounds(schema), noNaN: true, noDefaultInfinity: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(this.read(schema.items ?? {}), { maxLength: 3 })
      case 'object':
        return this.#makeObject(schema)
      case undefined:
      default:
        // A field of which the schema says nothing, because a document of the tenant’s says it.
        if (Object.keys(schema).every((one) => one === 'description'))
          return fc.constantFrom(true, 7, 'text')
        throw new Error(`no values for a schema of type ${String(schema.type)}`)
    }
  }

  /** Deep down only what holds nothing of its own kind. */
  #within(options: readonly JsonSchema[]): readonly JsonSchema[] {
    if (this.#depth < depthMax) return options
    const leaves = options.filter((one) => {
      const { properties = {}, required = [], items, additionalProperties } = this.resolve(one)
      if (holdsOthers(items) || holdsOthers(additionalProperties)) return false
      return !required.some((name) => holdsOthers(properties[name]))
    })
    return leaves.length > 0 ? leaves : options
  }

  #makeObject(schema: JsonSchema): Any {
    const cases = casesOf(schema)
    return cases.length > 0
      ? fc.oneof(...cases.map((one) => this.#makeFields(one)))
      : this.#makeFields(schema)
  }

  #makeFields({ properties = {}, required = [], additionalProperties }: JsonSchema): Any {
    if (typeof additionalProperties === 'object') {
      const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      return fc.dictionary(
        key.filter((one) => one !== '__proto__'),
        this.read(additionalProperties),
        { maxKeys: 3, noNullPrototype: true },
      )
    }
    const fields = Object.entries(properties)
      .filter(
        ([name, one]) => this.#depth < depthMax || required.includes(name) || !holdsOthers(one),
      )
      .map(([name, one]) => [name, this.read(one, name)])
    return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
      requiredKeys: [...required],
      noNullPrototype: true,
    })
  }
}

/** What a schema demands of some values alone, each as a schema of its own: of fields that are no objects. */
function casesOf({ if: asked, then, else: rest, ...schema }: JsonSchema): JsonSchema[] {
  if (!asked) return []
  const demanded = Object.entries({ ...then?.properties }).filter(([, one]) => !one.properties)
  const properties = { ...schema.properties }
  for (const [name, one] of [...Object.entries({ ...asked.properties }), ...demanded])
    properties[name] = { ...properties[name], ...one }
  return [{ ...schema, properties }, ...(rest ? casesOf({ ...schema, ...rest }) : [])]
}

const holdsOthers = (schema: JsonSchema | boolean | undefined): boolean =>
  JSON.stringify(schema ?? {}).includes('$ref')

function makeText({ format, pattern, example, minLength, maxLength }: JsonSchema): Any {
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date') return moment.map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return moment.map((date) => date.toISOString())
  // fast-check makes no strings for patterns that look ahead.
  if (pattern?.includes('(?=') || pattern?.includes('(?!')) return fc.constant(example)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({
    unit: 'grapheme',
    minLength: minLength ?? 0,
    maxLength: Math.min(maxLength ?? 40, 40),
  })
}

const moment = fc.date({
  min: new Date('0001-01-03'),
  max: new Date('9999-12-29'),
  noInvalidDate: true,
})

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema) {
  const min = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const max = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  const int32 = 2 ** 31 - 1
  return { min: Math.max(min ?? -int32, -int32), max: Math.min(max ?? int32, int32) }
}

/** What is left of a good value after one thing in it was taken away or became another. */
export function breakValue(good: Any, holds: ValidateFunction): Any {
  const other = fc.oneof(
    fc.constantFrom<unknown>(null, true, '', -1, 0.5, 1e300, [], {}, 'x'.repeat(5000)),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const broken = fc
    .tuple(good, fc.array(fc.nat(50), { maxLength: 3 }), fc.option(other, { nil: undefined }))
    .map(([value, path, by]) => replaceAt(value, path, by))
  // Without a fault in it a value is no broken one: the fixed ones at the end always are.
  return fc.oneof(
    { weight: 8, arbitrary: broken.filter((value) => value !== undefined && !holds(value)) },
    { weight: 1, arbitrary: other.filter((value) => !holds(value)) },
  )
}

/** Each step of the path picks one member by number; `undefined` takes it out. */
function replaceAt(value: unknown, [step, ...rest]: number[], by: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return by
  const entries = Object.entries(value)
  if (entries.length === 0) return by
  const at = step % entries.length
  const changed = entries.map(([key, one], index) => [
    key,
    index === at ? replaceAt(one, rest, by) : one,
  ])
  const kept = changed.filter(([, one]) => one !== undefined)
  return Array.isArray(value) ? kept.map(([, one]) => one) : Object.fromEntries(kept)
}
