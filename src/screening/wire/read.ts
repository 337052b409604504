// From what an adapter gives to an answer of the port, in the forms that vendors and expressions are known to write it.
import { type CheckAnswer, itemsMax, type ListMatch, type Port, resultSchemas } from './schema.ts'

const listFields = ['matches', 'records', 'partners', 'cnaes', 'scores', 'searched']

/** Undefined: it has not the form of the port. */
export function readAnswer(port: Port, given: unknown): CheckAnswer | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const entries = Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return []
    return [[name, listFields.includes(name) ? toList(name, value) : value] as const]
  })
  return resultSchemas[port].safeParse(Object.fromEntries(entries)).data
}

/** One object where a list is wanted is its only item; of too many the ones that count stay. */
function toList(name: string, value: unknown): unknown {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (items.length <= itemsMax) return items
  const kept = name === 'matches' ? items.toSorted(byWeight) : items
  return kept.slice(0, itemsMax)
}

const byWeight = (one: unknown, other: unknown): number => weightOf(other) - weightOf(one)

function weightOf(item: unknown): number {
  if (typeof item !== 'object' || item === null) return 0
  // Safe because each field's type is looked at before it counts.
  const { match, score } = item as Partial<ListMatch>
  return (match === true ? 1 : 0) + (typeof score === 'number' ? score / 2 : 0)
}
