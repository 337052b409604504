// Keeps optionals from supplying defaults for absent data: reading an absent field through an optional fails like a
// plain read, and only `has()` may test for it. An optional may still express the end of a list, behind which there
// certainly is nothing.
import type { CelNode } from './lint.ts'
import { eachNode } from './reads.ts'

/** A field or key is absent, or a text cannot be read as asked: the value is unknown. */
export class UnknownValue extends Error {
  override readonly name = 'UnknownValue'
}

// Created once, because loops and `||` swallow it at each element.
export const unknownValue = new UnknownValue()

type Handle = (from: unknown, ...more: unknown[]) => unknown
/** A node whose `handle` is the function that the engine runs to read a field; the tree must be type-checked. */
type Access = CelNode & { handle?: Handle }

/** Makes every optional read of a checked tree throw UnknownValue where the record exists and the field does not. */
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

/** The methods of the engine’s optional that are used here. */
type Optional = { hasValue(): boolean; value(): unknown }

/** An optional is recognised by its method, because data read by conditions hold no functions. */
const isOptional = (value: unknown): value is Optional =>
  typeof value === 'object' &&
  value !== null &&
  'hasValue' in value &&
  typeof value.hasValue === 'function'

/** Whether it is a record or a map, or an optional of one; the end of a list, in contrast, is known. */
function hasFields(from: unknown): boolean {
  if (isOptional(from)) return from.hasValue() && hasFields(from.value())
  return !Array.isArray(from)
}
