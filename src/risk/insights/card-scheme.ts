import creditCardType from 'credit-card-type'
import { cardSchemes } from '#src/journey/facts/vocabulary/words.ts'

/** Older numbers of Hipercard, which the package takes for Diners. */
const hipercard = ['384100', '384140', '384160']

/** The digits of a BIN; undefined unless it has 6 or 8 of them. */
export function toBin(given: string): string | undefined {
  const digits = given.replaceAll(/[\s-]/g, '')
  return /^(\d{6}|\d{8})$/.test(digits) ? digits : undefined
}

/** The scheme of a BIN by its longest matching prefix; undefined when no scheme has it. */
export function schemeOf(bin: string): (typeof cardSchemes)[number] | undefined {
  if (hipercard.some((prefix) => bin.startsWith(prefix))) return 'hipercard'
  const [found] = creditCardType(bin)
  return cardSchemes.find((one) => one === found?.type)
}
