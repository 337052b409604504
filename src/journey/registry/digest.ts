import { createHash } from 'node:crypto'

/** The SHA-256 of a JSON document, whatever the order of its keys. */
export function digestOf(document: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(withSortedKeys(document)))
    .digest()
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withSortedKeys(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, withSortedKeys(inner)]),
  )
}
