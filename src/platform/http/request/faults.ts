// Turns a schema’s issues into the faults of a problem document. Values that were sent never get into them: sentences
// and pointers come from the schema alone.
import { safeParse, type z } from 'zod'
import type { Fault, FaultCode } from '#src/platform/errors.ts'
import { type Path, pointer } from './pointer.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

type UnionIssue = { readonly input?: unknown; readonly discriminator?: string | undefined }

const faultsMax = 100

/** Checks a value; `root` is the start of the pointers: `#`, `query#` or `header#`. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  root = '#',
): { data: z.output<S> } | { faults: Fault[] } {
  const result = parse(schema, value)
  return result.success
    ? { data: result.data }
    : { faults: toAllFaults(result.error.issues, root, schema) }
}

/** Parses with our messages; a message that the schema itself brings takes precedence. */
export function parse<S extends z.core.$ZodType>(schema: S, value: unknown) {
  return safeParse(schema, value, { error: sentence, reportInput: true })
}

export function toAllFaults(
  issues: readonly Issue[],
  root: string,
  schema: z.core.$ZodType,
): Fault[] {
  const faults = withoutSizes(issues)
    .slice(0, faultsMax)
    .flatMap((one) => toFaults(one, root, schema))
  return mergeFaults(faults)
}

/** Drops faults of size where the type is wrong: zod measures a string where an array should be. */
export function withoutSizes(issues: readonly Issue[]): readonly Issue[] {
  const pathOf = ({ path }: Issue) => path.map(String).join('/')
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(pathOf))
  return issues.filter(
    (one) => !['too_big', 'too_small'].includes(one.code) || !mistyped.has(pathOf(one)),
  )
}

/**
 * One of each code at a pointer: a value that breaks several rules of a form breaks the strictest, which comes last. Of a
 * free map, whose keys are not shown, all values have one pointer.
 */
export function mergeFaults(faults: readonly Fault[]): Fault[] {
  const all = faults.map((fault) => [`${fault.pointer} ${fault.code}`, fault] as const)
  return [...new Map(all).values()]
}

function toFaults(issue: Issue, root: string, schema: z.core.$ZodType, above: Path = []): Fault[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const option = nearestOption(issue)
    if (option)
      return option.slice(0, faultsMax).flatMap((one) => toFaults(one, root, schema, path))
  }
  const at = pointer(root, path, schema)
  return [{ pointer: at, code: toCode(issue), detail: issue.message }]
}

/** The option of a union that the value comes nearest to: of the right type, with the fewest faults. */
export function nearestOption(issue: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const ofRightType = issue.errors.filter(
    (option) => !option.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  )
  return ofRightType.toSorted((a, b) => a.length - b.length)[0]
}

const bySize: Record<string, [FaultCode, FaultCode]> = {
  string: ['too-long', 'too-short'],
  array: ['too-many', 'too-few'],
  set: ['too-many', 'too-few'],
  map: ['too-many', 'too-few'],
  object: ['too-many', 'too-few'],
}

function toCode(issue: Issue | RawIssue): FaultCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type'
    case 'too_big':
      return bySize[issue.origin]?.[0] ?? 'too-big'
    case 'too_small':
      return bySize[issue.origin]?.[1] ?? 'too-small'
    case 'invalid_format':
      return 'format'
    case 'not_multiple_of':
      return 'format'
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'not-allowed'
    case 'unrecognized_keys':
      return 'not-allowed'
    case 'invalid_union':
      return isMissing(issue) ? 'required' : 'type'
    case 'invalid_key':
      return issue.issues[0] ? toCode(issue.issues[0]) : 'invalid'
    case 'invalid_element':
      return 'invalid'
    case 'custom':
      return isFaultCode(issue.params?.['code']) ? issue.params['code'] : 'invalid'
    default:
      return 'invalid'
  }
}

/** Of a union that one field decides the input is the object around it. */
function isMissing({ input, discriminator }: UnionIssue): boolean {
  if (discriminator === undefined || typeof input !== 'object') return input === undefined
  return !Object.hasOwn(Object(input) as object, discriminator)
}

/** The codes that a schema may name in `refine(…, { params: { code } })`. */
const customCodes = ['format', 'too-long', 'too-big', 'too-small', 'too-many', 'not-allowed', 'required'] as const // prettier-ignore
const isFaultCode = (code: unknown): code is FaultCode => customCodes.some((one) => one === code)

/** The sentence for a value that none of several schemas accepts. */
export const anotherType = 'has another type than described'

/** The sentence for an issue, derived only from the schema. */
export function sentence(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(expectedType(issue))}`
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'below' : 'at most', issue.maximum)
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'above' : 'at least', issue.minimum)
    case 'invalid_format':
      return formats[issue.format] === undefined && issue.pattern !== undefined
        ? `must match ${issue.pattern}`
        : `must be written as ${formats[issue.format] ?? 'described'}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return issue.input === undefined
        ? 'is required'
        : `must be one of: ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return 'has a field that is not allowed'
    case 'invalid_key':
      return 'has a key that is not allowed'
    case 'invalid_union':
      if (isMissing(issue)) return 'is required'
      return Array.isArray(issue.options)
        ? `must be one of: ${issue.options.join(', ')}`
        : anotherType
    case 'custom':
    case 'invalid_element':
      return 'is not as described'
  }
}

const formats: Record<string, string> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
  date: 'a date, yyyy-MM-dd',
  datetime: 'a date-time of ISO 8601',
  duration: 'a duration of ISO 8601',
  url: 'a URL',
  base64: 'base64',
}

function bound(origin: string, limit: string, size: number | bigint): string {
  if (!(origin in bySize)) return `must be ${limit} ${size}`
  const unit = origin === 'string' ? 'character' : 'item'
  return `must have ${limit} ${size} ${unit}${Number(size) === 1 ? '' : 's'}`
}

/** The JSON name of the expected type, where zod’s name differs. */
function expectedType({
  expected,
  inst,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  if (expected === 'record' || expected === 'map') return 'object'
  return expected === 'int' || (expected === 'number' && isInteger(inst)) ? 'integer' : expected
}

/** `z.int()` has the format itself, `z.number().int()` in one of its checks. */
function isInteger(inst: z.core.$ZodType | z.core.$ZodCheck | undefined): boolean {
  const def: object = inst?._zod.def ?? {}
  const checks = 'checks' in def && Array.isArray(def.checks) ? def.checks : []
  const defs = [def, ...checks.map((check: z.core.$ZodCheck) => check._zod.def)]
  return defs.some((one) => 'format' in one && String(one.format).includes('int'))
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
