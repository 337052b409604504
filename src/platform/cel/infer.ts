// Infers the closed set of values that an expression may have: a comparison with a word outside of it is a slip of the
// author, and would be false for ever. Pure.
import { callOf, type CelNode } from './lint.ts'
import { loopOf } from './growth.ts'
import { innerNodes } from './reads.ts'
import type { CelFields, CelType } from './variables.ts'

/** The types of the names in scope, variables and loop variables; undefined where the values are unknown. */
export type Names = ReadonlyMap<string, CelType | undefined>

/** The type of a node, undefined where it is unknown; an optional has the type of its content. */
export function inferType(node: CelNode, names: Names): CelType | undefined {
  const of: TypeOf = (one) => one && inferType(one, names)
  const inner = innerNodes(node)
  switch (node.op) {
    case 'value':
      return literalType(node.args)
    case '-_':
      return negated(of(inner[0]))
    case 'id':
      return names.get(String(node.args))
    case '.':
    case '.?':
      return fieldType(of(inner[0]), keyOf(node))
    case '[]':
    case '[?]':
      return elementType(of(inner[0]), inner[1])
    case '?:':
      return merge(of(inner[1]), of(inner[2]))
    case 'list':
      return inner.length === 0 ? undefined : listOf(inner.map(of).reduce(merge))
    case 'map':
      return inner.length === 0 ? undefined : mapType(inner, of)
    default:
      return callType(node, names)
  }
}

/** Adds the loop’s variable with the type of the elements of its list. */
export function namesInside(node: CelNode, names: Names): Names {
  const loop = loopOf(node)
  const [variable] = loop?.args ?? []
  if (!loop || variable?.op !== 'id') return names
  const walked = inferType(loop.receiver, names)
  return new Map([...names, [String(variable.args), inList(walked)]])
}

export const namesOf = (variables: CelFields): Names => new Map(Object.entries(variables))

/** The values of a closed type; undefined where the type is open. */
export const valuesOf = (type: CelType | undefined): readonly (string | number)[] | undefined =>
  typeof type === 'object' && 'oneOf' in type ? type.oneOf : undefined

/** The type of a list’s elements. */
export const inList = (type: CelType | undefined): CelType | undefined =>
  typeof type === 'object' && 'list' in type ? type.list : undefined

function literalType(value: unknown): CelType | undefined {
  if (typeof value === 'string' || typeof value === 'number') return { oneOf: [value] }
  if (typeof value === 'bigint') return { oneOf: [Number(value)] }
  return typeof value === 'boolean' ? 'bool' : undefined
}

function negated(type: CelType | undefined): CelType | undefined {
  const numbers = valuesOf(type)?.filter((one) => typeof one === 'number')
  return numbers && { oneOf: numbers.map((one) => -one) }
}

const listOf = (type: CelType | undefined): CelType | undefined => type && { list: type }

type TypeOf = (node: CelNode | undefined) => CelType | undefined

/** The type of a map literal, where the types of all its values are known. */
function mapType(entries: readonly CelNode[], typeOf: TypeOf): CelType | undefined {
  const record: Record<string, CelType> = {}
  for (let at = 0; at < entries.length; at += 2) {
    const type = typeOf(entries[at + 1])
    if (!type) return undefined
    record[String(entries[at]?.args)] = type
  }
  return { record }
}

const keyOf = ({ args }: CelNode): string => (Array.isArray(args) ? String(args[1]) : '')

function fieldType(type: CelType | undefined, name: string): CelType | undefined {
  if (typeof type !== 'object') return undefined
  if ('record' in type) return Object.hasOwn(type.record, name) ? type.record[name] : undefined
  return 'map' in type ? type.map : undefined
}

function elementType(type: CelType | undefined, key: CelNode | undefined): CelType | undefined {
  return inList(type) ?? (key?.op === 'value' ? fieldType(type, String(key.args)) : undefined)
}

/** The union of two types; open where one of them is open. */
function merge(one: CelType | undefined, other: CelType | undefined): CelType | undefined {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  if (values && others) return { oneOf: [...new Set([...values, ...others])] }
  const [element, otherElement] = [inList(one), inList(other)]
  if (element && otherElement) return listOf(merge(element, otherElement))
  return one === other ? one : undefined
}

const asItIs: ReadonlySet<string> = new Set(['value', 'of', 'filter'])
const letters = {
  lowerAscii: (text: string) => text.replaceAll(/[A-Z]/g, (one) => one.toLowerCase()),
  upperAscii: (text: string) => text.replaceAll(/[a-z]/g, (one) => one.toUpperCase()),
  trim: (text: string) => text.trim(),
}

function callType(node: CelNode, names: Names): CelType | undefined {
  const call = callOf(node)
  if (!call) return undefined
  const { name, receiver, args } = call
  const of: TypeOf = (one) => one && inferType(one, names)
  if (name === 'or' || name === 'orValue') return merge(of(receiver), of(args[0]))
  if (name === 'map' && args.length === 2)
    return listOf(args[1] && inferType(args[1], namesInside(node, names)))
  if (asItIs.has(name)) return of(name === 'of' ? args[0] : receiver)
  if (name === 'int' || name === 'double') return onlyNumbers(of(args[0]))
  const change = Object.hasOwn(letters, name) ? letters[name as keyof typeof letters] : undefined
  const texts = change && valuesOf(of(receiver))?.map((one) => change(String(one)))
  return texts && { oneOf: texts }
}

const onlyNumbers = (type: CelType | undefined): CelType | undefined =>
  valuesOf(type)?.every((one) => typeof one === 'number') ? type : undefined
