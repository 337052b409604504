// Reads an adapter's result as an answer of the port, in all forms in which vendors and expressions are known to write
// it.
import { isNothing, normalise } from './normalise.ts'
import {
  type CheckAnswer,
  itemsMax,
  type ListMatch,
  type Port,
  resultSchemas,
  scoresMax,
} from './schema.ts'

const listFields = ['matches', 'records', 'partners', 'cnaes', 'scores', 'searched']

/** Undefined when it does not have the port's form. */
export function readAnswer(port: Port, given: unknown): CheckAnswer | undefined {
  const form = toForm(given)
  return form && resultSchemas[port].safeParse(form).data
}

/** The position of a value that does not have the port's form, and what is expected there, but never the value. */
export type Misfit = { readonly path: string; readonly expected: string }

export function explainAnswer(port: Port, given: unknown): Misfit[] {
  const form = toForm(given)
  if (!form) return [{ path: 'result', expected: 'an object' }]
  const { error } = resultSchemas[port].safeParse(form)
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    expected: message,
  }))
}

function toForm(given: unknown): object | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const entries = Object.entries(given).flatMap(([name, value]) => {
    if (isNothing(name, value)) return []
    const whole = listFields.includes(name) ? toList(name, value) : value
    return [[name, normalise(whole, name)] as const]
  })
  return Object.fromEntries(entries)
}

/** A single object becomes a list of one; from too many items those that count are kept. */
function toList(name: string, value: unknown): unknown {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  const max = name === 'scores' ? scoresMax : itemsMax
  if (items.length <= max) return items
  const kept = name === 'matches' ? items.toSorted(byWeight) : items
  return kept.slice(0, max)
}

const byWeight = (one: unknown, other: unknown): number => weightOf(other) - weightOf(one)

function weightOf(item: unknown): number {
  if (typeof item !== 'object' || item === null) return 0
  // Safe because the type of each field is checked before use.
  const { match, score } = item as Partial<ListMatch>
  return (match === true ? 1 : 0) + (typeof score === 'number' ? score / 2 : 0)
}
