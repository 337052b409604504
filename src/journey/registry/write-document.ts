// Writes a document as YAML with a fixed order of keys, so that two documents can be compared.
import { stringify } from 'yaml'

/** The keys that readers look for first; keys without a place here are sorted by name. */
const first = ['description', 'root', 'kind', 'module', 'pack', 'version', 'outcome', 'reason']
const last = ['of', 'condition', 'until', 'timesMax', 'steps', 'run', 'otherwise', 'fallback']

export const writeDocument = (document: unknown): string =>
  stringify(ordered(document), { lineWidth: 0, aliasDuplicateObjects: false })

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  )
}

function rankOf(key: string): number {
  const at = first.indexOf(key)
  if (at >= 0) return at - first.length
  return last.indexOf(key) + 1
}
