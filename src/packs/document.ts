// A pack as it is stored and published: JSON that is checked before it is believed.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findFaults, type PackFault, type Step as PackStep } from '#workflows/packs/define.ts'

const moduleKey = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'must be the key of a module')
  .meta({ description: 'A module of the catalogue.', example: 'score' })

const ModuleStep = z
  .strictObject({
    kind: z.literal('module'),
    module: moduleKey,
    deadlineSeconds: z.int().min(1).exactOptional().meta({
      description: 'A module that has no result by then has failed for a technical reason.',
    }),
    onFailure: z.enum(['continue', 'stop']).exactOptional().meta({
      description: 'What a technical failure does to the pack; without it the pack goes on.',
    }),
  })
  .meta({ id: 'ModuleStep', description: 'Runs one module.' })

const SequenceStep = z
  .strictObject({
    kind: z.literal('sequence'),
    get steps() {
      return z.array(Step).min(1)
    },
  })
  .meta({ id: 'SequenceStep', description: 'Steps one after the other.' })

const ParallelStep = z
  .strictObject({
    kind: z.literal('parallel'),
    get steps() {
      return z.array(Step).min(1)
    },
  })
  .meta({ id: 'ParallelStep', description: 'Steps at the same time; it ends with the last.' })

const WhenStep = z
  .strictObject({
    kind: z.literal('when'),
    of: z.array(moduleKey).min(1).meta({
      description: 'The modules that the condition asks about; each has surely ended by then.',
    }),
    condition: z.string().min(1).max(4000).meta({
      description: 'A CEL expression over the results of `of` that answers yes or no.',
      example: 'score.results[0].value < 30',
    }),
    get run() {
      return Step
    },
    get otherwise() {
      return Step.exactOptional()
    },
  })
  .meta({ id: 'WhenStep', description: 'Runs one step on yes, and the other, if any, on no.' })

const StopStep = z
  .strictObject({
    kind: z.literal('stop'),
    reason: z
      .string()
      .max(64)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a code of small letters, digits and hyphens'),
  })
  .meta({ id: 'StopStep', description: 'Ends the pack; what has begun beside it is awaited.' })

const Step = z
  .discriminatedUnion('kind', [ModuleStep, SequenceStep, ParallelStep, WhenStep, StopStep])
  .meta({ id: 'Step' })

export const PackDocument = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be small letters, digits and hyphens'),
    version: z.int().min(1),
    root: Step,
  })
  .meta({ id: 'PackDocument', description: 'One immutable version of a pack.' })
export type PackDocument = z.output<typeof PackDocument>

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
export function packDigest(document: {
  readonly name: string
  readonly version: number
  readonly root: PackStep
}): string {
  return createHash('sha256')
    .update(JSON.stringify(withSortedKeys(document)))
    .digest('hex')
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
