// The variables of a condition: their types, declared by the module that fills them, and their values, rebuilt field
// by field so that nothing undeclared gets in.

/** Numbers are always `double`: what JSON carries, and what a CEL `int` literal compares with. */
export type CelType =
  | 'string'
  | 'double'
  | 'bool'
  | { readonly list: CelType }
  | { readonly record: CelFields }
export type CelFields = { readonly [name: string]: CelType }

/** The variables of a condition by name. A record may lack any of its fields. */
export type CelVariables = { readonly [name: string]: CelType }

/** Registers a record type with the engine, and answers the name it is known by. */
type RegisterRecord = (name: string, shape: RecordShape, fields: Record<string, string>) => void

/** A class without a prototype chain: a field that is missing is missing, whatever its name. */
type RecordShape = new () => Record<string, unknown>

/** A type the engine knows by `name`, and how a value gets into it. */
export type Declared = { readonly name: string; build(value: unknown): unknown }

/** A value is not of the type its variable was declared with. */
export class MistypedValue extends Error {
  override readonly name = 'MistypedValue'
}

/** What a list is cut to: two nested loops over it stay within milliseconds. */
export const listElementsMax = 100

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
  return 'list' in type
    ? declareList(declareType(path, type.list, register))
    : declareRecord(path, type.record, register)
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
  const build = (value: unknown) => {
    if (!Array.isArray(value)) throw new MistypedValue()
    return value.slice(0, listElementsMax).map((one) => element.build(one))
  }
  return { name: `list<${element.name}>`, build }
}

function declareRecord(path: string, fields: CelFields, register: RegisterRecord): Declared {
  const name = `record.${path}`
  const declared = Object.entries(fields).map(
    ([field, type]) => [field, declareType(`${path}.${nameable(field)}`, type, register)] as const,
  )
  const shape = newRecordShape()
  register(name, shape, Object.fromEntries(declared.map(([field, type]) => [field, type.name])))
  const build = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MistypedValue()
    const given = new Map<string, unknown>(Object.entries(value))
    const built = new shape()
    for (const [field, type] of declared) {
      const one = given.get(field)
      if (one !== undefined && one !== null) built[field] = type.build(one)
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
