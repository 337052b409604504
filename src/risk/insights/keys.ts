// Gives each value one spelling for searches across transactions and in lists. Pure.
import { joinPhone } from '#src/journey/transaction/phone-number.ts'
import { toMatchKey } from '#src/messaging/phones/candidates.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { toBin } from './card-scheme.ts'

type Phone = NonNullable<StoredFields['phone']>

/** Clients write numbers with and without the ninth digit, which have one key; undefined without a number. */
export function phoneKey(phone: Phone): string | undefined {
  const whole = joinPhone(phone)
  return whole === undefined ? undefined : toMatchKey(whole)
}

/** The keys of a transaction's numbers, each once. */
export function phoneKeys({ phone, phones = [] }: Pick<StoredFields, 'phone' | 'phones'>) {
  const given = [...(phone ? [phone] : []), ...phones].flatMap((one) => phoneKey(one) ?? [])
  return [...new Set(given)]
}

/** The keys of the client’s own references: `identifierId`, and the generic fields that the tenant has named. */
export function referenceKeys(
  { identifierId, genericFields }: Pick<StoredFields, 'identifierId' | 'genericFields'>,
  named: readonly string[],
): string[] {
  const given = named.flatMap((name) => {
    const value = genericFields && Object.hasOwn(genericFields, name) && genericFields[name]
    return value ? referenceKey(name, value) : []
  })
  return [...(identifierId ? referenceKey('identifierId', identifierId) : []), ...given]
}

/** Ignores letter case and surrounding spaces; a blank text is no reference. */
export function referenceKey(field: string, text: string): string[] {
  const reference = text.normalize().trim().toLowerCase()
  return reference === '' ? [] : [`${field}:${reference}`]
}

/** The first six digits of the card, because some clients send six and others eight. */
export function cardKey({ card }: Pick<StoredFields, 'card'>): string | undefined {
  const bin = toBin(card?.bin ?? '')
  const last4 = card?.last4 ?? ''
  return bin !== undefined && /^\d{4}$/.test(last4) ? `${bin.slice(0, 6)}:${last4}` : undefined
}

/** The keys of the building and, with a complement, of the flat; empty without a whole postal code and a number. */
export function addressKeys({ address }: Pick<StoredFields, 'address'>): string[] {
  const zip = address?.zipCode?.replaceAll(/\D/g, '') ?? ''
  const number = foldNumber(address?.number)
  if (!/^\d{8}$/.test(zip) || number === '') return []
  const building = `${zip}:${number}`
  const complement = foldComplement(address?.complement)
  return complement === '' ? [building] : [building, `${building}:${complement}`]
}

/** `nº 1.000`, `01000` and `1000` are one number. */
const foldNumber = (text?: string): string =>
  foldWord(text).replace(/^(?:N|NO|NR|NUM|NUMERO)?0*(?=\d)/, '')

/** `Apto 12` and `AP. 12` are one flat. */
const foldComplement = (text?: string): string =>
  foldWord(text).replace(/(?:APARTAMENTO|APTO|APT|AP)0*(?=\d)/, 'AP')

const foldWord = (text = ''): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
