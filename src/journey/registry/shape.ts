// Checks the shape of a document, and describes faults in words of the schema only, because the document may hold
// anything.
import { safeParse, type z } from 'zod'
import { partOf } from '#src/journey/values/faults.ts'
import {
  anotherType,
  nearestOption,
  sentence,
  withoutSizes,
} from '#src/platform/http/request/faults.ts'
import { sayLikeliest } from '#src/platform/likeness.ts'
import type { DocumentFault } from './text.ts'

const faultsMax = 100

/** `value` is at most 64 levels deep. Pointers start at it; no detail contains a value of it. */
export function readShape<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly data: z.output<S> } | { readonly faults: DocumentFault[] } {
  const read = safeParse(schema, value, { error: say })
  return read.success
    ? { data: read.data }
    : {
        faults: withoutSizes(read.error.issues)
          .slice(0, faultsMax)
          .flatMap((one) => toFaults(one)),
      }
}

function toFaults(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): DocumentFault[] {
  const path = [...above, ...issue.path]
  const option =
    issue.code === 'invalid_union' && issue.message === anotherType
      ? nearestOption(issue)
      : undefined
  if (option) return option.flatMap((one) => toFaults(one, path))
  if (issue.code !== 'unrecognized_keys')
    return [{ pointer: toPointer(path), detail: issue.message }]
  const known = issue.message.split(' ')
  return issue.keys.map((key) => ({
    pointer: toPointer([...path, key]),
    detail: sayUnknown(key, path.length === 0 ? [] : known),
  }))
}

/** Options of modules that authors often write beside `module` instead of under `with`. */
const underWith: ReadonlySet<string> = new Set([
  'services',
  'about',
  'kinds',
  'tries',
  'challenge',
  'channels',
  'criterion',
])

/** `known` is empty at the root, where other members may accompany the document. */
function sayUnknown(key: string, known: readonly string[]): string {
  if (known.includes('with') && underWith.has(key))
    return `${unknownField} here: a module has it in \`with: { ${key}: … }\``
  return known.length === 0 ? unknownField : `${unknownField}; ${sayLikeliest(key, known)}`
}

const unknownField = 'this field is unknown'

/** For unknown fields it lists the known ones, which `toFaults` reads. */
function say(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return fieldsOf(issue.inst).join(' ')
  return issue.input === undefined ? 'this field is missing' : sentence(issue)
}

function fieldsOf(inst: z.core.$ZodRawIssue['inst']): string[] {
  const def: object = inst?._zod.def ?? {}
  return 'shape' in def && typeof def.shape === 'object' ? Object.keys(def.shape ?? {}) : []
}

/** Writes a JSON pointer (RFC 6901). */
const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${partOf(String(key))}`).join('')
