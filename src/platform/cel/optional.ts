// An optional is no default for what is absent: reading it fails as a plain read does, so that only `has()` may ask. What
// an optional is for is the end of a list, of which it is known that nothing stands behind it.
import type { CelNode } from './lint.ts'
import { eachNode } from './reads.ts'

/** A field or a key is absent, or a text is none of what it is read as: nothing is known. */
export class UnknownValue extends Error {
  override readonly name = 'UnknownValue'
}

// Loops and `||` swallow it at each element, so it is made once.
export const unknownValue = new UnknownValue()

type Handle = (from: unknown, ...more: unknown[]) => unknown
/** What the engine runs where an expression reads a field; of a tree that has been checked. */
type Access = CelNode & { handle?: Handle }

/** Has every optional of a checked tree throw UnknownValue where what it reads from is there and the field is not. */
export function refuseDefaults(root: CelNode): void {
  for (const [node] of eachNode(root)) {
    const access: Access = node
    const { handle, checkedType } = access
    if (!handle || !reading.has(node.op) || !checkedType?.name.startsWith('optional')) continue
    access.handle = (from, ...more) => {
      const value = handle(from, ...more)
      if (isOptional(value) && !value.hasValue() && hasFields(from)) throw unknownValue
      return value
    }
  }
}

const reading: ReadonlySet<string> = new Set(['.', '.?', '[]', '[?]'])

/** As far as the engine makes one. */
type Optional = { hasValue(): boolean; value(): unknown }

/** Nothing that is read holds a function of that name. */
const isOptional = (value: unknown): value is Optional =>
  typeof value === 'object' &&
  value !== null &&
  'hasValue' in value &&
  typeof value.hasValue === 'function'

/** Whether it is a record or a map, or an optional with one in it: the end of a list is known. */
function hasFields(from: unknown): boolean {
  if (isOptional(from)) return from.hasValue() && hasFields(from.value())
  return !Array.isArray(from)
}
