// Lists which of a transaction's numbers can get a message, judged by the number alone, and normalises two spellings
// of one Brazilian number to one key.
import { assert } from '#src/platform/assert.ts'
import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { Phone } from '#src/journey/transaction/parts-schema.ts'

export type { CountryCode } from 'libphonenumber-js/max'

export type Candidate = {
  /** `phone` or `phones[1]`: how the journal names it. */
  readonly source: string
  /** `+5511987654321`. */
  readonly e164: string
  readonly kind: 'MOBILE' | 'FIXED_LINE_OR_MOBILE'
  /** Given in eight digits; the ninth was put before them. */
  readonly repaired: boolean
  /** Of a trunked radio network (`7xxx-xxxx`), which never got a ninth digit. */
  readonly trunked: boolean
  /** As the client claims. */
  readonly verified: boolean
  /** 0 for `phone`, 1 for `phones[0]` and so on. */
  readonly position: number
}

/** Whose numbers get messages; `prefixes` as `+5511`, one of which a number must begin with. */
export type Reach = {
  readonly countries?: readonly CountryCode[]
  readonly prefixes?: readonly string[]
}

type Given = { readonly phone?: Phone; readonly phones?: readonly Phone[] }

/** More are not looked at: each is locked while one is chosen. */
const candidatesMax = 20

/**
 * The first 20 eligible mobile numbers, `phone` first, each once; `countries[0]` is assumed where none
 * is given.
 */
export function listCandidates(
  { phone, phones = [] }: Given,
  { countries = ['BR'], prefixes }: Reach = {},
): Candidate[] {
  const sources = [
    { source: 'phone', phone },
    ...phones.map((one, index) => ({ source: `phones[${index}]`, phone: one })),
  ]
  const found = sources.flatMap((one, position): Candidate[] => {
    const number = one.phone && readMobile(one.phone, countries)
    if (!number) return []
    if (prefixes && !prefixes.some((prefix) => number.e164.startsWith(prefix))) return []
    return [{ source: one.source, ...number, verified: one.phone?.verified ?? false, position }]
  })
  const byKey = Map.groupBy(found, ({ e164 }) => toMatchKey(e164))
  return [...byKey.values()].slice(0, candidatesMax).map(mergeSpellings)
}

type Mobile = Pick<Candidate, 'e164' | 'kind' | 'repaired' | 'trunked'>

/** A number as messages go to it, of whatever kind; undefined for what is none. */
export function toE164(
  phone: Phone,
  countries: readonly CountryCode[] = ['BR'],
): string | undefined {
  const given = toInternational(phone, countries)
  return given === undefined
    ? undefined
    : parsePhoneNumberFromString(insertNinthDigit(given))?.number
}

function readMobile(phone: Phone, countries: readonly CountryCode[]): Mobile | undefined {
  const given = toInternational(phone, countries)
  if (given === undefined) return undefined
  const whole = insertNinthDigit(given)
  const parsed = parsePhoneNumberFromString(whole)
  const kind = parsed?.getType()
  if (!parsed?.country || !countries.includes(parsed.country)) return undefined
  if (kind !== 'MOBILE' && kind !== 'FIXED_LINE_OR_MOBILE') return undefined
  const e164 = parsed.number
  return { e164, kind, repaired: whole !== given, trunked: trunk.test(e164) }
}

function toInternational(
  { countryCode, areaCode, number }: Phone,
  countries: readonly CountryCode[],
): string | undefined {
  const [home] = countries
  const calling = countryCode ?? (home && getCountryCallingCode(home))
  if (calling === undefined || number === undefined) return undefined
  // A digit of the area code is missing: with one of the number's it would be another area's.
  if (Number(calling) === 55 && areaCode && areaCode < 11) return undefined
  return `+${calling}${areaCode || ''}${number}`
}

const oldMobile = /^\+55([1-9]\d)([689]\d{7})$/
const trunk = /^\+55[1-9]\d7\d{7}$/

const insertNinthDigit = (e164: string) => e164.replace(oldMobile, '+55$19$2')

// After the ninth digit only 6 to 9 stood in eight-digit mobiles: to take it from 91 to 95 would give
// another subscriber's landline.
const ninthDigit = /^\+55([1-9]\d)9([6-9]\d{7})$/

/** Equal for a Brazilian mobile number with and without its ninth digit; others are their own key. */
export function toMatchKey(e164: string): string {
  return e164.replace(ninthDigit, '+55$1$2')
}

/** Merges the spellings of one number: the best of them, at the first of their positions. */
function mergeSpellings(spellings: readonly Candidate[]): Candidate {
  const [first, ...others] = spellings
  assert(first, 'the group of spellings is empty')
  return others.reduce(
    (best, one) => ({
      ...(best.trunked && !one.trunked ? one : best),
      source: best.source,
      position: best.position,
      repaired: best.repaired && one.repaired,
      verified: best.verified || one.verified,
    }),
    first,
  )
}
