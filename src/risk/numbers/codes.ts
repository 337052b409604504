// Gives vehicle plates, postal codes and codes of economic activities one spelling.

/** Three letters and four digits, or since 2018 the form of Mercosul, whose fifth character is a letter. */
export type PlateFormat = 'old' | 'mercosul'

const old = /^[A-Z]{3}\d{4}$/
const mercosul = /^[A-Z]{3}\d[A-Z]\d{2}$/

/** Without spaces and dash, in capitals. */
const barePlate = (plate: string): string => plate.replaceAll(/[\s-]/g, '').toUpperCase()

export function plateFormatOf(plate: string): PlateFormat | undefined {
  const bare = barePlate(plate)
  if (old.test(bare)) return 'old'
  return mercosul.test(bare) ? 'mercosul' : undefined
}

/** The eight digits of a postal code; undefined for any other text. */
export function toZip(given: string): string | undefined {
  const text = given.trim()
  return /^\d{5}-?\d{3}$/.test(text) ? text.replace('-', '') : undefined
}

/** Whether the postal code covers a whole town, so that it does not identify the street. */
export const isGeneralZip = (zip: string): boolean => zip.endsWith('000')

/**
 * The seven digits of a code of economic activity (CNAE); undefined for any other text. Registries send it as a number,
 * which loses a leading zero.
 */
export function toCnae(code: string): string | undefined {
  const digits = code.replaceAll(/[\s./-]/g, '')
  if (!/^\d{6,7}$/.test(digits)) return undefined
  const padded = digits.padStart(7, '0')
  const division = Number(padded.slice(0, 2))
  return division >= 1 && division <= 99 ? padded : undefined
}
