// The value types of a transaction’s fields, with their limits.
import { z } from 'zod'

const itemsMax = 100
const keysMax = 100
const keyLengthMax = 64
const amountLimit = 1e12
const twoDecimals = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 2,
  roundingMode: 'halfExpand',
  signDisplay: 'negative',
  useGrouping: false,
})

// No look-ahead, which many languages do not have (https://github.com/google/re2/wiki/Syntax). Years have four digits, and
// the year 0000 did not exist.
const year = String.raw`(?:[1-9]\d{3}|0[1-9]\d\d|00[1-9]\d|000[1-9])`
const fourth = '(?:0[48]|[2468][048]|[13579][26])'
const leapYear = String.raw`(?:\d\d${fourth}|${fourth}00)`
const monthDay =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))'
const day = `(?:${leapYear}-02-29|${year}-${monthDay})`
const clockTime = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const moment = new RegExp(
  String.raw`^${day}T${clockTime}(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]${clockTime})?$`,
)

/** A well-formed string without NUL, of at most `lengthMax` Unicode code points. */
export const text = (lengthMax = 1000) =>
  z
    .string()
    .check(({ value, issues }) => {
      if (isLonger(value, lengthMax)) issues.push({ ...tooBig('string', lengthMax), input: value })
      else if (!isStorable(value)) issues.push({ ...unstorable, input: value })
    })
    .meta({ maxLength: lengthMax, 'x-text': true })

/** A reason that staff write for an act. It may name anybody, so it is stored sealed. */
export const sealedReason = z
  .string()
  .max(500)
  .regex(/\S/, 'a reason')
  .meta({ description: 'Why, for who looks later. Stored sealed.' })

/** At most 100 items; a longer array is refused before its items are checked. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value, ctx) => {
      if (!Array.isArray(value) || value.length <= itemsMax) return value
      ctx.addIssue(tooBig('array', itemsMax))
      return z.NEVER
    },
    z.array(item).meta({ maxItems: itemsMax }),
  )

/** A non-negative integer of at most `count` decimal digits. */
export const digits = (count: number) =>
  z
    .int()
    .min(0)
    .max(10 ** count - 1)

/** A calendar date. */
export const calendarDate = text()
  .regex(new RegExp(`^${day}$`), 'must be a date of the calendar, yyyy-MM-dd')
  .meta({
    format: 'date',
    description: 'A day of the calendar, `yyyy-MM-dd`.',
    example: '1990-02-28',
  })

/** A moment in ISO 8601, returned as it was sent. */
export const dateTime = text()
  .refine(isMoment, {
    error: 'must be a date-time of the calendar in ISO 8601, in the years 0001 to 9999 of UTC',
    params: { code: 'format' },
  })
  .meta({
    pattern: moment.source,
    description: 'ISO 8601. Seconds, fraction and zone may be left out; without a zone it is UTC.',
    example: '2026-11-20T14:03:27.1234567Z',
  })

/** A moment as the service writes it: UTC with `Z`. */
export const utcDateTime = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, UTC with `Z`.', example: '2026-11-20T14:03:27.123Z' })

/** An amount of money: rounded half away from zero, then less than 10^12 in magnitude. */
export const amount = z
  .number()
  .overwrite(roundHalfUp)
  .gt(-amountLimit)
  .lt(amountLimit)
  .meta({ description: 'Rounded half-up to two decimals.', example: 45999.9 })

/** A map of strings with free keys. The keys are checked first, so that a bad key never appears in a pointer. */
export const genericFields = z
  .preprocess(
    (value, ctx) => {
      const issue = findKeyIssue(value)
      if (!issue) return value
      ctx.addIssue({ ...issue })
      return z.NEVER
    },
    z.record(text(keyLengthMax), text(4000)).meta({ maxProperties: keysMax }),
  )
  .meta({ description: 'Free keys and values, returned as sent.', example: { campaign: 'spring' } })

/** A `dateTime` in UTC with `Z`; seconds and fraction stay as sent. */
export function toUtc(value: string): string {
  const [seconds = ':00'] = /(?<=T\d\d:\d\d):[\d.]+/.exec(value) ?? []
  return `${toUtcMinute(value).slice(0, 16)}${seconds}Z`
}

/** A time zone can move the first and last day out of the years 0001 to 9999. */
function isMoment(value: string): boolean {
  return moment.test(value) && /^(?!0000)\d{4}-/.test(toUtcMinute(value))
}

/** Time zones are whole minutes, so seconds and fraction are not converted. */
function toUtcMinute(value: string): string {
  const [zone = 'Z'] = /[+-]\d\d:\d\d$/.exec(value) ?? []
  return new Date(value.slice(0, 16) + zone).toISOString()
}

/** Rounds the shortest decimal form of the number, because the binary value of 1.005 is below the half. */
function roundHalfUp(value: number): number {
  return Number(twoDecimals.format(`${value}`))
}

function findKeyIssue(value: unknown) {
  if (typeof value !== 'object' || value === null) return undefined
  const keys = Object.keys(value)
  if (keys.length > keysMax) return tooBig('map', keysMax)
  if (keys.some((key) => isLonger(key, keyLengthMax))) return longKey
  // `__proto__` would set the prototype of an object instead of a key, so it is refused rather than dropped.
  if (keys.includes('__proto__')) return forbiddenKey
  return keys.every(isStorable) ? undefined : unstorable
}

const longKey = custom('too-long', `keys must have at most ${keyLengthMax} characters`)
const forbiddenKey = custom('not-allowed', 'the key __proto__ is not allowed')
const unstorable = custom('format', 'must be well-formed Unicode without NUL')

function custom(code: string, message: string) {
  return { code: 'custom' as const, message, params: { code } }
}

function tooBig(origin: 'string' | 'array' | 'map', maximum: number) {
  return { code: 'too_big' as const, origin, maximum, inclusive: true }
}

function isLonger(value: string, lengthMax: number): boolean {
  // A code point has one or two UTF-16 units, so that few texts have to be counted.
  if (value.length <= lengthMax) return false
  return value.length > 2 * lengthMax || Array.from(value).length > lengthMax
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}
