// Fits a value from outside into its schema: fields that the schema does not name are dropped and never stored. Pure.
import { isCalendarDay } from '#src/journey/dates/calendar.ts'
import { moment } from '#src/platform/moment-schema.ts'
import { partOf } from './faults.ts'
import {
  itemsMax,
  textMax,
  type Value,
  type ValueFault,
  type Values,
  type ValueSchema,
} from './schema.ts'

/** The most bytes of one value as JSON. */
const valueMaxBytes = 8 * 1024
const faultsMax = 20
/** The text of a fault for an absent value. */
export const missing = 'is missing'

/** `schema` must have no faults; pointers start at the value. */
export function projectValue(
  schema: ValueSchema,
  value: unknown,
): { readonly value: Values } | { readonly faults: readonly ValueFault[] } {
  const faults: ValueFault[] = []
  const fitted = fit(schema, value, '', faults)
  if (faults.length > 0) return { faults: faults.slice(0, faultsMax) }
  // Safe because the root of a schema is an object.
  const whole = fitted as Values
  return Buffer.byteLength(JSON.stringify(whole)) > valueMaxBytes
    ? { faults: [{ pointer: '', detail: `it is larger than ${valueMaxBytes / 1024} KiB` }] }
    : { value: whole }
}

/** Returns the value as it is stored; undefined when it does not fit. */
function fit(
  schema: ValueSchema,
  value: unknown,
  pointer: string,
  faults: ValueFault[],
): Value | undefined {
  if (faults.length >= faultsMax) return undefined
  const refuse = (detail: string) => void faults.push({ pointer, detail })
  switch (schema.type) {
    case 'object':
      return isRecord(value) ? fitFields(schema, value, pointer, faults) : refuse('is no object')
    case 'array':
      return Array.isArray(value) ? fitItems(schema, value, pointer, faults) : refuse('is no list')
    case 'string':
      return typeof value === 'string' ? fitText(schema, value, refuse) : refuse('is no text')
    case 'number':
    case 'integer':
      return typeof value === 'number' ? fitNumber(schema, value, refuse) : refuse('is no number')
    case 'boolean':
      if (typeof value !== 'boolean') return refuse('is neither true nor false')
      return isAmong(schema, value) ? value : refuse('is not what it must be')
  }
}

type Refuse = (detail: string) => undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fitFields(
  { properties = {}, required = [] }: ValueSchema,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  faults: ValueFault[],
): Values {
  const fitted: Record<string, Value> = {}
  for (const [name, inner] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    const at = `${pointer}/${partOf(name)}`
    if (given === undefined || given === null) {
      if (required.includes(name)) faults.push({ pointer: at, detail: missing })
      continue
    }
    const one = fit(inner, given, at, faults)
    if (one !== undefined) fitted[name] = one
  }
  return fitted
}

/** A list that is too long does not fit, because a condition might ask for what would be cut off. */
function fitItems(
  { items, maxItems = itemsMax }: ValueSchema,
  value: readonly unknown[],
  pointer: string,
  faults: ValueFault[],
): Value[] {
  if (value.length > maxItems) faults.push({ pointer, detail: `has more than ${maxItems} items` })
  if (!items || value.length > maxItems) return []
  return value.flatMap((one, at) => fit(items, one, `${pointer}/${at}`, faults) ?? [])
}

function fitText(schema: ValueSchema, value: string, refuse: Refuse): string | undefined {
  const { minLength = 0, maxLength = textMax, format } = schema
  if (!value.isWellFormed() || value.includes('\0'))
    return refuse('has a NUL or half of a surrogate pair')
  // JSON Schema counts characters, not the units of UTF-16.
  const { length } = Array.from(value.slice(0, 2 * maxLength + 2))
  if (length < minLength) return refuse(`has less than ${minLength} characters`)
  if (length > maxLength) return refuse(`has more than ${maxLength} characters`)
  if (!isAmong(schema, value)) return refuse('is none of the words that it may be')
  if (format === 'date' && !isCalendarDay(value)) return refuse('is no day, as in 2026-11-30')
  if (format === 'uuid' && !uuid.test(value)) return refuse('is no UUID')
  if (format !== 'date-time') return value
  const read = moment.safeParse(value)
  return read.success
    ? new Date(read.data).toISOString()
    : refuse('is no moment with its zone, as in 2026-11-30T10:00:00Z')
}

/** RFC 9562, section 4. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function fitNumber(schema: ValueSchema, value: number, refuse: Refuse): number | undefined {
  const { type, minimum = -Infinity, maximum = Infinity } = schema
  if (!Number.isFinite(value)) return refuse('is no number')
  if (type === 'integer' && !Number.isSafeInteger(value)) return refuse('is no whole number')
  if (value < minimum) return refuse('is below the minimum')
  if (value > maximum) return refuse('is above the maximum')
  // Adding 0 turns minus zero, which only JavaScript distinguishes, into zero.
  return isAmong(schema, value) ? value + 0 : refuse('is none of the numbers that it may be')
}

const isAmong = ({ enum: words, const: only }: ValueSchema, value: Value): boolean =>
  only === undefined ? !words || words.some((one) => one === value) : only === value
