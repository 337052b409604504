// Vehicle plates: three letters and four digits, or since 2018 the form of Mercosul, whose fifth character is
// a letter.

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
