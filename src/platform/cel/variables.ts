// The variables of a condition: their types, declared by the module that fills them, and their values, copied field by
// field so that nothing undeclared is visible.

/** Numbers are always `double`: JSON has no other, and a CEL `int` literal can be compared with it. */
export type CelType =
  | 'string'
  | 'double'
  | 'bool'
  /** A closed set of texts or of numbers. */
  | { readonly oneOf: readonly (string | number)[] }
  | { readonly list: CelType }
  | { readonly record: CelFields }
  /** Texts under keys that are not known beforehand. */
  | { readonly map: 'string' }
export type CelFields = { readonly [name: string]: CelType }

/** The variables of a condition by name. A record may lack any of its fields. */
export type CelVariables = { readonly [name: string]: CelType }

/** Registers a record type with the engine under `name`. */
type RegisterRecord = (name: string, shape: RecordShape, fields: Record<string, string>) => void

/** A class without a prototype chain, so that a missing field is missing whatever its name. */
type RecordShape = new () => Record<string, unknown>

/** A type that the engine knows by `name`, and how a value of it is built. */
export type Declared = { readonly name: string; build(value: unknown, extent: Extent): unknown }

/** A value does not have the declared type of its variable. */
export class MistypedValue extends Error {
  override readonly name = 'MistypedValue'
}

/** Lists are cut to this length, so that two nested loops take milliseconds. */
export const listElementsMax = 100

/** An expression has reached the end of a list that was cut: the elements behind it are unknown. */
export class ListCut extends Error {
  override readonly name = 'ListCut'
}

/** The length of the longest list in the built context, and whether any list was cut. */
export type Extent = { longest: number; isCut: boolean }

/** Declares one variable and all records inside it. Throws an Error for a name that it cannot have. */
export function declareVariable(name: string, type: CelType, register: RegisterRecord): Declared {
  return declareType(nameable(name), type, register)
}

/** The engine tells record types apart by `constructor`; any other CEL identifier is allowed. */
function nameable(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) && name !== 'constructor') return name
  throw new Error(`${name} cannot be named in a condition`)
}

/** `path` keeps the types of different records apart. */
function declareType(path: string, type: CelType, register: RegisterRecord): Declared {
  if (typeof type === 'string') return declareScalar(type)
  if ('oneOf' in type) return declareScalar(scalarOf(type.oneOf))
  if ('map' in type) return declareMap()
  return 'list' in type
    ? declareList(declareType(path, type.list, register))
    : declareRecord(path, type.record, register)
}

/** The scalar type of closed values. */
const scalarOf = ([first]: readonly (string | number)[]): 'string' | 'double' =>
  typeof first === 'number' ? 'double' : 'string'

/** The name of a type in documents and editors. */
export function writeType(type: CelType): string {
  if (typeof type === 'string') return type === 'double' ? 'number' : type
  if ('oneOf' in type) return writeType(scalarOf(type.oneOf))
  if ('list' in type) return `list of ${writeType(type.list)}`
  return 'map' in type ? 'map of string' : 'record'
}

const scalarTypes = { string: 'string', double: 'number', bool: 'boolean' } as const

function declareScalar(name: keyof typeof scalarTypes): Declared {
  const build = (value: unknown) => {
    if (typeof value !== scalarTypes[name] || (name === 'double' && !Number.isFinite(value)))
      throw new MistypedValue()
    return value
  }
  return { name, build }
}

function declareList(element: Declared): Declared {
  const build = (value: unknown, extent: Extent) => {
    if (!Array.isArray(value)) throw new MistypedValue()
    extent.longest = Math.max(extent.longest, Math.min(value.length, listElementsMax))
    const kept = value.slice(0, listElementsMax).map((one) => element.build(one, extent))
    if (value.length <= listElementsMax) return kept
    extent.isCut = true
    return Object.defineProperty(kept, listElementsMax, { get: failBehindCut })
  }
  return { name: `list<${element.name}>`, build }
}

/** Runs where a loop reaches the end of a cut list without a result. */
function failBehindCut(): never {
  throw new ListCut()
}

function declareMap(): Declared {
  const build = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MistypedValue()
    const entries = Object.entries(value).filter(([, one]) => typeof one === 'string')
    return new Map<string, string>(entries)
  }
  return { name: 'map<string, string>', build }
}

function declareRecord(path: string, fields: CelFields, register: RegisterRecord): Declared {
  const name = `record.${path}`
  const declared = Object.entries(fields).map(
    ([field, type]) => [field, declareType(`${path}.${nameable(field)}`, type, register)] as const,
  )
  const shape = newRecordShape()
  register(name, shape, Object.fromEntries(declared.map(([field, type]) => [field, type.name])))
  const types = new Map(declared)
  const build = (value: unknown, extent: Extent) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MistypedValue()
    const built = new shape()
    for (const [field, one] of Object.entries(value))
      if (one !== undefined && one !== null) {
        const type = types.get(field)
        if (type) built[field] = type.build(one, extent)
      }
    return built
  }
  return { name, build }
}

function newRecordShape(): RecordShape {
  const shape: RecordShape = class {
    [field: string]: unknown
  }
  Object.setPrototypeOf(shape.prototype, null)
  return shape
}
