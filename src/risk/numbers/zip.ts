/** The eight digits of a postal code; undefined for what is none. */
export function toZip(given: string): string | undefined {
  const text = given.trim()
  return /^\d{5}-?\d{3}$/.test(text) ? text.replace('-', '') : undefined
}

/** One for a whole town, which says nothing of the street. */
export const isGeneralZip = (zip: string): boolean => zip.endsWith('000')
