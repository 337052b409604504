// From what an adapter gives to an answer of the port, in the forms that vendors and expressions are known to write it.
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

/** Undefined: it has not the form of the port. */
export function readAnswer(port: Port, given: unknown): CheckAnswer | undefined {
  const form = toForm(given)
  return form && resultSchemas[port].safeParse(form).data
}

/** Where something has not the form of the port, and what is expected there: never what stands there. */
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

/** One object where a list is wanted is its only item; of too many the ones that count stay. */
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
  // Safe because each field's type is looked at before it counts.
  const { match, score } = item as Partial<ListMatch>
  return (match === true ? 1 : 0) + (typeof score === 'number' ? score / 2 : 0)
}
