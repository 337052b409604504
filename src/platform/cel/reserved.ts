// The words that cannot be names in a condition: those of CEL, and those that the engine reserves.

/**
 * CEL 1.0, "Syntax": literals and an operator, then the reserved words; last the names by which the engine tells
 * records apart.
 */
const words = `
  true false null in
  as break const continue else for function if import let loop package namespace return var void while
  constructor prototype __proto__`

const reserved: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

/** Whether a name is reserved, so that no condition could read it; case counts. */
export const isReservedWord = (name: string): boolean => reserved.has(name)
