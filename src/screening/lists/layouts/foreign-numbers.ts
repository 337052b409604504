// Numbers of documents of other countries, which finds whoever is asked about by one and dismisses nobody.
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import { toDocuments } from './text.ts'

/**
 * Without those that look like a number of Brazil: of the eleven digits of Peru, Norway or Argentina one in a hundred
 * is a CPF by its check digits, and would make the listed one another than whoever bears the name.
 */
export const listForeign = (numbers: readonly string[]): string[] =>
  toDocuments(numbers).filter((one) => !cpfCheckDigitsHold(one) && !cnpjCheckDigitsHold(one))
