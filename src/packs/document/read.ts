// A pack as it is stored and published: JSON that is checked before it is believed.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { findFaults, type PackFault } from '#workflows/packs/faults.ts'
import type { Pack, Step } from '#workflows/packs/define.ts'
import { PackDocument } from './schema.ts'

/** JSON is deeper than steps are, and zod overflows the stack long after this. */
const nestingMax = 64

/**
 * Checks a document as it was parsed from JSON or YAML. The pointers of the faults begin at the
 * document; no detail holds a value of it.
 */
export function readDocument(
  value: unknown,
): { ok: true; document: PackDocument } | { ok: false; faults: PackFault[] } {
  if (isTooDeep(value))
    return { ok: false, faults: [{ pointer: '', detail: `it nests over ${nestingMax} levels` }] }
  const read = PackDocument.safeParse(value)
  if (!read.success) return { ok: false, faults: read.error.issues.flatMap((one) => toFaults(one)) }
  const faults = findFaults(read.data.root)
  return faults.length === 0
    ? { ok: true, document: read.data }
    : { ok: false, faults: faults.map((one) => ({ ...one, pointer: `/root${one.pointer}` })) }
}

function toFaults(issue: z.core.$ZodIssue): PackFault[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({
        pointer: toPointer([...issue.path, key]),
        detail: 'this field is unknown',
      }))
    : [{ pointer: toPointer(issue.path), detail: issue.message }]
}

/** RFC 6901. */
const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

function isTooDeep(value: unknown): boolean {
  const open = [{ value, level: 1 }]
  for (let at = open.pop(); at; at = open.pop()) {
    if (typeof at.value !== 'object' || at.value === null) continue
    if (at.level > nestingMax) return true
    for (const inner of Object.values(at.value)) open.push({ value: inner, level: at.level + 1 })
  }
  return false
}

/**
 * The sha256 of a document as hex, the same whatever the order of its keys and whether it came as
 * TypeScript, JSON or YAML.
 */
export function packDigest(document: object): string {
  const content = { ...document, $schema: undefined }
  return createHash('sha256')
    .update(JSON.stringify(withSortedKeys(content)))
    .digest('hex')
}

/** What is stored of a composition: other packs are named in it, and not repeated. */
export function toDocument({ root }: Pick<Pack, 'root'>): PackDocument {
  return { root: named(root) }
}

/** Safe to take as a document, because a composition without the roots of others is one. */
const named = (step: Step): PackDocument['root'] =>
  JSON.parse(
    JSON.stringify(step, function (this: unknown, key, value: unknown) {
      return key === 'root' ? undefined : value
    }),
  ) as PackDocument['root']

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withSortedKeys(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, withSortedKeys(inner)]),
  )
}
