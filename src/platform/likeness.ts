const shownMax = 12

/** Suggests existing names for an unknown one, the most similar first. */
export function sayLikeliest(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'there is none'
  const shown = names.toSorted((one, other) => likeness(other, name) - likeness(one, name))
  const more = names.length > shownMax ? ', …' : ''
  return `there is: ${shown.slice(0, shownMax).join(', ')}${more}`
}

/** The number of letter pairs that two names have in common, ignoring case. */
function likeness(one: string, other: string): number {
  const [name, sought] = [one.toLowerCase(), other.toLowerCase()]
  const pairs = new Set(
    Array.from({ length: sought.length - 1 }, (_, at) => sought.slice(at, at + 2)),
  )
  return [...pairs].filter((pair) => name.includes(pair)).length
}
