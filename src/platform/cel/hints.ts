// Suggests existing names where a condition uses an unknown one.
import { sayLikeliest } from '#src/platform/likeness.ts'
import type { CelFault } from './lint.ts'
import type { CelType, CelVariables } from './variables.ts'

const unknown: ReadonlySet<string> = new Set(['no_such_key', 'unknown_variable'])

/** Adds to the fault the names that exist at that position, the most similar first. */
export function hintAt(fault: CelFault, source: string, variables: CelVariables): CelFault {
  if (!unknown.has(fault.code)) return fault
  const chain = chainBefore(source.slice(0, fault.end))
  const name = chain.at(-1) ?? ''
  const names = namesIn(chain.slice(0, -1), variables)
  if (names.length === 0) return fault
  return { ...fault, detail: `${fault.detail}; ${sayLikeliest(name, names)}` }
}

/** The chain of names at the end of a text: `a && steps.score.x` gives `steps`, `score`, `x`. */
function chainBefore(text: string): string[] {
  const [found = ''] = /[A-Za-z_]\w*(?:\[\d+\]|\.\??[A-Za-z_]\w*)*\)?$/.exec(text) ?? []
  return found.match(/[A-Za-z_]\w*/g) ?? []
}

function namesIn(chain: readonly string[], variables: CelVariables): string[] {
  let at: CelType = { record: variables }
  for (const name of chain) {
    const fields = fieldsOf(at)
    const next: CelType | undefined =
      fields && Object.hasOwn(fields, name) ? fields[name] : undefined
    if (next === undefined) return []
    at = next
  }
  return Object.keys(fieldsOf(at) ?? {})
}

function fieldsOf(type: CelType): CelVariables | undefined {
  if (typeof type === 'string') return undefined
  if ('record' in type) return type.record
  return 'list' in type ? fieldsOf(type.list) : undefined
}
