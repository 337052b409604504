// Writes the pointers of problem documents. A client’s own key may be personal data, so a pointer holds only declared
// properties and indexes of declared arrays, and ends before any other key.
import type { z } from 'zod'

export type Path = readonly PropertyKey[]
type Schema = z.core.$ZodType

/** A JSON pointer (RFC 6901) as URI fragment; `root` is `#`, `query#` or `header#`. */
export function pointer(root: string, path: Path, schema: Schema): string {
  return writePointer(root, path.slice(0, countDeclared(schema, path)))
}

/** Escapes `~` and `/`, then percent-encodes. */
export function writePointer(root: string, path: Path): string {
  const encode = (key: PropertyKey) =>
    encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))
  return [root, ...path.map(encode)].join('/')
}

/** The number of leading keys of a path that the schema declares. */
function countDeclared(schema: Schema, path: Path): number {
  const [key, ...rest] = path
  if (key === undefined) return 0
  // Safe because every schema of zod is one of its own kinds; the type of `_zod.def` says so only in part.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') {
    const property = typeof key === 'string' && Object.hasOwn(def.shape, key) && def.shape[key]
    return property ? 1 + countDeclared(property, rest) : 0
  }
  if (def.type === 'array')
    return typeof key === 'number' ? 1 + countDeclared(def.element, rest) : 0
  if (def.type === 'union')
    return Math.max(...def.options.map((option) => countDeclared(option, path)))
  if (def.type === 'pipe')
    return Math.max(countDeclared(def.in, path), countDeclared(def.out, path))
  if (def.type === 'lazy') return countDeclared(def.getter(), path)
  // Optional, nullable and default wrap another schema, which decides.
  return 'innerType' in def ? countDeclared(def.innerType, path) : 0
}
