// A phone number as one text, in the spelling that can be called: clients leave out the country of Brazil, put the area code
// into the number, and write mobiles without the ninth digit that they have had since 2016.
import type { Phone } from './parts-schema.ts'

const brazil = 55

/** `+5511987654321`, whether or not there is such a number; undefined without a number. */
export const spellPhone = ({ countryCode = brazil, areaCode, number }: Phone) =>
  number === undefined ? undefined : insertNinthDigit(`+${countryCode}${areaCode || ''}${number}`)

const oldMobile = /^\+55([1-9]\d)([689]\d{7})$/

/** What begins with 7 is of a trunked radio network, and has none. */
export const insertNinthDigit = (e164: string): string => e164.replace(oldMobile, '+55$19$2')

/** The area code of a whole number of Brazil. */
export function areaCodeOf(e164: string): number | undefined {
  const area = /^\+55([1-9]\d)\d{8,9}$/.exec(e164)?.[1]
  return area === undefined ? undefined : Number(area)
}
