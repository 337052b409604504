// Writes a phone number in the one spelling that can be called. Clients leave out the country code of Brazil, put the
// area code into the number, and write mobiles without the ninth digit that they have had since 2016.
import type { Phone } from './parts-schema.ts'

const brazil = 55

/** For example `+5511987654321`, whether or not such a number exists; undefined without a number. */
export function spellPhone(phone: Phone): string | undefined {
  const whole = joinPhone(phone)
  return whole === undefined ? undefined : insertNinthDigit(whole)
}

/** Keeps the number with or without its ninth digit, as it was written. */
export function joinPhone({ countryCode = brazil, areaCode, number }: Phone): string | undefined {
  if (number === undefined) return undefined
  const [area, digits] = [String(areaCode || ''), String(number)]
  if (countryCode !== brazil) return `+${countryCode}${area}${digits}`
  // The area code may be repeated inside the number, which then has ten or eleven digits.
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits
  const isWhole = national.length > 9 && national.startsWith(area)
  return `+55${isWhole ? '' : area}${national}`
}

const oldMobile = /^\+55([1-9]\d)([689]\d{7})$/

/** Numbers that begin with 7 belong to trunked radio networks and have no ninth digit. */
export const insertNinthDigit = (e164: string): string => e164.replace(oldMobile, '+55$19$2')

/** The area code of a complete Brazilian number. */
export function areaCodeOf(e164: string): number | undefined {
  const area = /^\+55([1-9]\d)\d{8,9}$/.exec(e164)?.[1]
  return area === undefined ? undefined : Number(area)
}
