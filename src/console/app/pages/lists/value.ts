// The entries of the lists, and how a pasted text becomes the value that the API accepts. Pure.
import type { AllowEntry, DenyEntry, EntrySearch } from '#src/risk/entries/schema.ts'

export type ListName = 'deny' | 'allow'
export type Entry = AllowEntry & Partial<DenyEntry>
export type EntryPage = { readonly entries: readonly Entry[]; readonly next?: string }

export const kinds = ['document', 'phone', 'address', 'device', 'card'] as const
export type Kind = (typeof kinds)[number]
/** The first field of each kind, at which a value that cannot be read is reported. */
export const firstOf: Readonly<Record<Kind, string>> = {
  document: 'document',
  phone: 'phone',
  address: 'zipCode',
  device: 'deviceId',
  card: 'bin',
}
type Value = Exclude<EntrySearch, { kind: 'face' }>

/** Undefined if the text cannot be a value of that kind; the API reports all other faults. */
export function readValue(kind: Kind, values: FormData): Value | undefined {
  const read = (name: string) => {
    const value = values.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  switch (kind) {
    case 'document':
      return readDocument(read('document'), read('country').toUpperCase())
    case 'phone':
      return readPhone(read('phone'))
    case 'device':
      return read('deviceId') === '' ? undefined : { kind, deviceId: read('deviceId') }
    case 'card':
      return { kind, card: { bin: digitsOf(read('bin')), last4: digitsOf(read('last4')) } }
    case 'address': {
      const complement = read('complement')
      const [zipCode, number] = [digitsOf(read('zipCode')), read('number')]
      return { kind, address: { zipCode, number, ...(complement !== '' && { complement }) } }
    }
  }
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Decides by the length: 11 digits are a CPF, 14 characters a CNPJ; others are a passport with a country, and an RNM
 * without one.
 */
function readDocument(text: string, documentCountry: string): Value | undefined {
  const document = text.replaceAll(/[\s./-]/g, '').toUpperCase()
  if (document === '') return undefined
  if (documentCountry !== '') return { kind: 'document', documentType: 'passport', document, documentCountry } // prettier-ignore
  const documentType = /^\d{11}$/.test(document) ? 'cpf' : /^[0-9A-Z]{12}\d{2}$/.test(document) ? 'cnpj' : 'rnm' // prettier-ignore
  return { kind: 'document', documentType, document }
}

/**
 * A Brazilian number with or without its country code; in a foreign number the parts are separated: `+1 415 5550000`.
 */
function readPhone(text: string): Value | undefined {
  const foreign = /^(?:\+|00)\s*(?!55)(\d{1,3})[\s().-]+(\d{1,4})[\s().-]+(\d[\d\s.-]*)$/.exec(text)
  const [country, area, rest] = foreign ? [foreign[1], foreign[2], digitsOf(foreign[3] ?? '')] : ofBrazil(text) // prettier-ignore
  if (!country || !area || !rest) return undefined
  const phone = { countryCode: Number(country), areaCode: Number(area), number: Number(rest) }
  return { kind: 'phone', phone }
}

function ofBrazil(text: string): [string, string, string] {
  const digits = digitsOf(text).replace(/^0+/, '')
  const own = digits.length > 11 ? digits.replace(/^55/, '') : digits
  return own.length === 10 || own.length === 11 ? ['55', own.slice(0, 2), own.slice(2)] : ['', '', ''] // prettier-ignore
}
