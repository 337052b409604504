// Values of a registration by their places, and as fields show them.
import type { Setting } from './catalogue.ts'

export type Values = Readonly<Record<string, unknown>>

/** What stands at a place; undefined where nothing does. */
export const valueAt = (values: Values, name: string): unknown =>
  name.split('/').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), values)

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same values with one more, or without it; an object that is empty then goes too. */
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

/** A value as its field shows it. */
export function toField(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** What was typed, as the API takes it; undefined: the deployment's counts. */
export function fromField(kind: Setting['kind'], typed: string): unknown {
  if (typed === '') return undefined
  if (kind === 'number' || kind === 'decimal') return Number(typed)
  if (kind === 'yes-no') return typed === 'true'
  return kind === 'lines' ? typed.split(/[\s,]+/).filter((one) => one !== '') : typed
}
