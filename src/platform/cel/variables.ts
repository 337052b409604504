// The variables of a condition: their types, declared by the module that fills them, and their values, rebuilt field
// by field so that nothing undeclared gets in.

/** Numbers are always `double`: what JSON carries, and what a CEL `int` literal compares with. */
export type CelType =
  | 'string'
  | 'double'
  | 'bool'
  /** The only texts, or the only numbers, that there are. */
  | { readonly oneOf: readonly (string | number)[] }
  | { readonly list: CelType }
  | { readonly record: CelFields }
  /** Texts under keys that nobody knows beforehand. */
  | { readonly map: 'string' }
export type CelFields = { readonly [name: string]: CelType }

/** The variables of a condition by name. A record may lack any of its fields. */
export type CelVariables = { readonly [name: string]: CelType }

/** Registers a record type with the engine, and answers the name it is known by. */
type RegisterRecord = (name: string, shape: RecordShape, fields: Record<string, string>) => void

/** A class without a prototype chain: a field that is missing is missing, whatever its name. */
type RecordShape = new () => Record<string, unknown>

/** A type the engine knows by `name`, and how a value gets into it. */
export type Declared = { readonly name: string; build(value: unknown, extent: Extent): unknown }

/** A value is not of the type its variable was declared with. */
export class MistypedValue extends Error {
  override readonly name = 'MistypedValue'
}

/** What a list is cut to: two nested loops over it stay within milliseconds. */
export const listElementsMax = 100

/** An expression has come to the end of a list that was cut: what lies behind is unknown. */
export class ListCut extends Error {
  override readonly name = 'ListCut'
}

/** The longest list in what was built, and whether one was cut. */
export type Extent = { longest: number; isCut: boolean }

/** Declares one variable and all records inside it. Throws an Error for a name it cannot have. */
export function declareVariable(name: string, type: CelType, register: RegisterRecord): Declared {
  return declareType(nameable(name), type, register)
}

/** The engine distinguishes record types by `constructor`; everything else in CEL is an identifier. */
function nameable(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) && name !== 'constructor') return name
  throw new Error(`${name} cannot be named in a condition`)
}

/** `path` distinguishes the types of records. */
function declareType(path: string, type: CelType, register: RegisterRecord): Declared {
  if (typeof type === 'string') return declareScalar(type)
  if ('oneOf' in type) return declareScalar(scalarOf(type.oneOf))
  if ('map' in type) return declareMap()
  return 'list' in type
    ? declareList(declareType(path, type.list, register))
    : declareRecord(path, type.record, register)
}

/** Of which type closed values are. */
const scalarOf = ([first]: readonly (string | number)[]): 'string' | 'double' =>
  typeof first === 'number' ? 'double' : 'string'

/** As documents and editors show it. */
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

/** A loop that has found nothing before comes here. */
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
