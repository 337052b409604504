// Lists the numbers of a transaction that can get a message, judged by the number alone, and normalises the two
// spellings of a Brazilian mobile number.
import { assert } from '#src/platform/assert.ts'
import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { Phone } from '#src/journey/transaction/parts-schema.ts'
import { insertNinthDigit, joinPhone } from '#src/journey/transaction/phone-number.ts'

export type { CountryCode } from 'libphonenumber-js/max'

export type Candidate = {
  /** `phone` or `phones[1]`: its name in the journal. */
  readonly source: string
  /** `+5511987654321`. */
  readonly e164: string
  readonly kind: 'MOBILE' | 'FIXED_LINE_OR_MOBILE'
  /** The number was given with eight digits, and the ninth was added. */
  readonly repaired: boolean
  /** A number of a trunked radio network (`7xxx-xxxx`), which has no ninth digit. */
  readonly trunked: boolean
  /** Whether the client says that it has verified the number. */
  readonly verified: boolean
  /** 0 for `phone`, 1 for `phones[0]` and so on. */
  readonly position: number
}

/** The countries whose numbers get messages; `prefixes` (`+5511`): a number must begin with one of them. */
export type Reach = {
  readonly countries?: readonly CountryCode[]
  readonly prefixes?: readonly string[]
}

type Given = { readonly phone?: Phone; readonly phones?: readonly Phone[] }

/** The most numbers that are considered, because each one is locked during the choice. */
const candidatesMax = 20

/**
 * The first 20 eligible mobile numbers without duplicates, `phone` first; `countries[0]` is assumed for a number
 * without a country code.
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

/** Any kind of number in E.164; undefined when it is invalid. */
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

function toInternational(phone: Phone, countries: readonly CountryCode[]): string | undefined {
  const [home] = countries
  const { countryCode = home && Number(getCountryCallingCode(home)), areaCode } = phone
  if (countryCode === undefined) return undefined
  // The area code lacks a digit: completing it from the number would give another area.
  if (countryCode === 55 && areaCode && areaCode < 11) return undefined
  return joinPhone({ ...phone, countryCode })
}

const trunk = /^\+55[1-9]\d7\d{7}$/

// Before the ninth digit was introduced mobile numbers began with 6 to 9: removing the 9 from others would give another
// subscriber’s landline.
const ninthDigit = /^\+55([1-9]\d)9([6-9]\d{7})$/

/** The same key for a Brazilian mobile number with and without its ninth digit; other numbers are their own key. */
export function toMatchKey(e164: string): string {
  return e164.replace(ninthDigit, '+55$1$2')
}

/** Merges the spellings of one number into the best of them, at the first of their positions. */
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
