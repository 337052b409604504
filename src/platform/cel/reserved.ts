// The words that no name of a condition may be: those of the language, and those that the engine keeps for itself.

/** CEL, version 1.0, "Syntax": literals and an operator, then what is reserved; last what the engine's records go by. */
const words = `
  true false null in
  as break const continue else for function if import let loop package namespace return var void while
  constructor prototype __proto__`

const reserved: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

/** Whether a condition could not read what bears this name; capitals count. */
export const isReservedWord = (name: string): boolean => reserved.has(name)
