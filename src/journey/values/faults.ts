// Finds the faults for which a schema of values cannot be used. Pure.
import { isReservedWord } from '#src/platform/cel/reserved.ts'
import { fieldsMax, levelsMax, type ValueFault, type ValueSchema } from './schema.ts'

type Keyword = Exclude<keyof ValueSchema, 'type' | 'description'>

/** The keywords that a type may have beside `description`. */
const keywords: Readonly<Record<ValueSchema['type'], readonly Keyword[]>> = {
  object: ['properties', 'required'],
  array: ['items', 'maxItems'],
  string: ['enum', 'const', 'minLength', 'maxLength', 'format', 'x-personal'],
  number: ['enum', 'const', 'minimum', 'maximum', 'x-personal'],
  integer: ['enum', 'const', 'minimum', 'maximum', 'x-personal'],
  boolean: ['const', 'x-personal'],
}

/** The faults of a schema, with pointers that start at it; none when it can be used. */
export function findSchemaFaults(schema: ValueSchema): ValueFault[] {
  if (schema.type !== 'object') return [{ pointer: '/type', detail: 'the root is an object' }]
  const walk: Walk = { fields: 0, faults: [] }
  visit(schema, '', 1, walk)
  if (walk.fields > fieldsMax)
    walk.faults.push({ pointer: '', detail: `it has more than ${fieldsMax} fields` })
  return walk.faults
}

type Walk = { fields: number; readonly faults: ValueFault[] }

function visit(schema: ValueSchema, pointer: string, level: number, walk: Walk): void {
  if (level > levelsMax) {
    walk.faults.push({ pointer, detail: `it is more than ${levelsMax} levels deep` })
    return
  }
  walk.faults.push(...faultsOf(schema).map((one) => ({ ...one, pointer: pointer + one.pointer })))
  const { properties = {}, items } = schema
  walk.fields += Object.keys(properties).length
  for (const [name, inner] of Object.entries(properties))
    visit(inner, `${pointer}/properties/${partOf(name)}`, level + 1, walk)
  if (items) visit(items, `${pointer}/items`, level + 1, walk)
}

/** Escapes a name as a part of a JSON pointer. */
export const partOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Finds the faults of one level of the schema. */
function faultsOf(schema: ValueSchema): ValueFault[] {
  const { type, properties = {}, required = [], items } = schema
  const allowed: readonly string[] = ['type', 'description', ...keywords[type]]
  const names = Object.keys(properties)
  return [
    ...Object.keys(schema).flatMap((key) =>
      when(!allowed.includes(key), `/${partOf(key)}`, `a schema of type ${type} takes no ${key}`),
    ),
    ...when(type === 'array' && !items, '/items', 'a list says what its items are'),
    ...names.flatMap((name) =>
      when(
        !isNameable(name),
        `/properties/${partOf(name)}`,
        'conditions cannot read this name: letters, digits and _, a letter first, no word of CEL',
      ),
    ),
    ...required.flatMap((name, at) => [
      ...when(!names.includes(name), `/required/${at}`, 'there is no such field'),
      ...when(required.indexOf(name) !== at, `/required/${at}`, 'it stands twice'),
    ]),
    ...findBoundFaults(schema),
  ]
}

function findBoundFaults({ type, ...schema }: ValueSchema): ValueFault[] {
  const { minimum, maximum, minLength, maxLength, const: only, enum: words = [] } = schema
  return [
    ...when((minimum ?? -Infinity) > (maximum ?? Infinity), '/minimum', 'it is above the maximum'),
    ...when((minLength ?? 0) > (maxLength ?? Infinity), '/minLength', 'it is above the maxLength'),
    ...when(only !== undefined && !isOf(type, only), '/const', `it is no ${type}`),
    ...when(only !== undefined && words.length > 0, '/const', 'it has an enum already'),
    ...words.flatMap((word, at) => [
      ...when(!isOf(type, word), `/enum/${at}`, `it is no ${type}`),
      ...when(words.indexOf(word) !== at, `/enum/${at}`, 'it stands twice'),
    ]),
  ]
}

const isNameable = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) && !isReservedWord(name)

const isOf = (type: ValueSchema['type'], value: unknown): boolean =>
  type === 'integer' ? Number.isSafeInteger(value) : typeof value === type

const when = (applies: boolean, pointer: string, detail: string): ValueFault[] =>
  applies ? [{ pointer, detail }] : []
