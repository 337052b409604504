// Reads and writes values of a registration by their paths, and in the form of fields.
import type { Setting } from './catalogue.ts'

export type Values = Readonly<Record<string, unknown>>

/** The value at a path; undefined if there is none. */
export const valueAt = (values: Values, name: string): unknown =>
  name.split('/').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), values)

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy with the value set or removed; an object that becomes empty is removed too. */
export function withValue(
  values: Values,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Values {
  const below = values[key]
  const next = rest.length === 0 ? value : withValue(isObject(below) ? below : {}, rest, value)
  const isGone = next === undefined || (isObject(next) && Object.keys(next).length === 0)
  const { [key]: _before, ...others } = values
  return isGone ? others : { ...others, [key]: next }
}

/** The text of a value in its field. */
export function toField(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The typed text in the API's form; undefined means the deployment's value. */
export function fromField(kind: Setting['kind'], typed: string): unknown {
  if (typed === '') return undefined
  if (kind === 'number' || kind === 'decimal') return Number(typed)
  if (kind === 'yes-no') return typed === 'true'
  return kind === 'lines' ? typed.split(/[\s,]+/).filter((one) => one !== '') : typed
}
