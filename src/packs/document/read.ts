// Reads a pack as stored and published: JSON whose shape is checked first.
import type { z } from 'zod'
import type { PackFault } from './pack.ts'
import { PackDocument } from './schema.ts'

/**
 * Checks the shape of a parsed document, at most 64 levels deep. Pointers start at the document; no detail contains a
 * value of it.
 */
export function readShape(
  value: unknown,
): { readonly document: PackDocument } | { readonly faults: PackFault[] } {
  const read = PackDocument.safeParse(value)
  return read.success
    ? { document: read.data }
    : { faults: read.error.issues.slice(0, faultsMax).flatMap(toFaults) }
}

const faultsMax = 100

/** What a module asks, which is often written beside `module`. */
const underWith: ReadonlySet<string> = new Set([
  'services',
  'about',
  'kinds',
  'tries',
  'challenge',
  'channels',
  'criterion',
])

/** No detail contains a value. */
export function toFaults(issue: z.core.$ZodIssue): PackFault[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({
        pointer: toPointer([...issue.path, key]),
        detail: underWith.has(key)
          ? `this field is unknown here: a module has it in \`with: { ${key}: … }\``
          : 'this field is unknown',
      }))
    : [{ pointer: toPointer(issue.path), detail: saidOf(issue) }]
}

/** In a document only a missing field is undefined. */
const saidOf = ({ message }: z.core.$ZodIssue): string =>
  message.endsWith('received undefined') ? 'this field is missing' : message

/** Writes a JSON pointer (RFC 6901). */
const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
