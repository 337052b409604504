// Derives facts about a transaction's e-mail address, phones and postal address.
import parsePhoneNumber from 'libphonenumber-js/max'
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { address, email, phones } from '#src/journey/facts/vocabulary/person.ts'
import { findState, type State, stateOfZip, statesOfAreaCode } from '#src/risk/numbers/states.ts'
import { isGeneralZip, toZip } from '#src/risk/numbers/codes.ts'
import { type Mailbox, parseMailbox, withoutSubaddress } from '#src/journey/transaction/mailbox.ts'
import { areaCodeOf, spellPhone } from '#src/journey/transaction/phone-number.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { isDisposable, isFree, isMistyped, isRole } from '../mail-domains.ts'
import { wordsOf } from '../names.ts'

export function describeEmail({
  email: given = '',
  name: holder = '',
}: StoredFields): GroupFacts<typeof email> {
  if (given.trim() === '') return {}
  const mailbox = parseMailbox(given)
  if (!mailbox) return { wellFormed: false }
  const { local, domain } = mailbox
  return {
    wellFormed: true,
    disposable: isDisposable(domain),
    free: isFree(domain),
    role: isRole(mailbox),
    mistyped: isMistyped(domain),
    tagged: withoutSubaddress(local) !== local,
    ...(wordsOf(holder).length > 0 && { likeName: hasPartOfName(mailbox, holder) }),
  }
}

function hasPartOfName({ local }: Mailbox, holder: string): boolean {
  const letters = withoutSubaddress(local.toLowerCase()).replaceAll(/[^a-z]/g, '')
  return wordsOf(holder).some((word) => word.length > 2 && letters.includes(word))
}

type Phone = NonNullable<StoredFields['phone']>
const brazil = 55

export function describePhones({
  phone,
  phones: more = [],
  address: lived,
}: StoredFields): GroupFacts<typeof phones> {
  const given = [...(phone ? [phone] : []), ...more].filter(({ number }) => number !== undefined)
  const different = [...new Map(given.map((one) => [spellPhone(one), one])).values()]
  if (different.length === 0) return {}
  const home = stateOfAddress(lived)
  const seen = different.map((one) => describePhone(one, home))
  const count = (test: (one: (typeof seen)[number]) => boolean) => seen.filter(test).length
  return {
    brazilianMobile: count(({ brazilian, type }) => brazilian && type === 'MOBILE'),
    brazilianFixed: count(({ brazilian, type }) => brazilian && type === 'FIXED_LINE'),
    foreign: count(({ brazilian }) => !brazilian),
    malformed: count(({ valid }) => !valid),
    unknownAreaCode: count(({ brazilian, states }) => brazilian && states === 'none'),
    repetitive: count(({ repetitive }) => repetitive),
    inState: count(({ brazilian, states }) => brazilian && states === 'home'),
    outOfState: count(({ brazilian, states }) => brazilian && states === 'other'),
  }
}

function describePhone(phone: Phone, home: State | undefined) {
  const spelled = spellPhone(phone) ?? ''
  const parsed = parsePhoneNumber(spelled)
  const valid = parsed?.isValid() === true
  return {
    valid,
    brazilian: (phone.countryCode ?? brazil) === brazil,
    type: valid ? parsed.getType() : undefined,
    states: whereIs(phone.areaCode || areaCodeOf(spelled), home),
    repetitive: isRepetitive(String(phone.number)),
  }
}

/** An area code can lie in two states. */
function whereIs(areaCode: number | undefined, home: State | undefined) {
  if (areaCode === undefined) return 'unknown'
  const states = statesOfAreaCode(areaCode)
  if (states.length === 0) return 'none'
  if (!home) return 'unknown'
  return states.includes(home) ? 'home' : 'other'
}

/** Whether the last eight digits are all the same, or count up or down. */
function isRepetitive(number: string): boolean {
  const digits = number.slice(-8)
  if (digits.length < 8) return false
  return (
    new Set(digits).size === 1 || '0123456789'.includes(digits) || '9876543210'.includes(digits)
  )
}

type Address = StoredFields['address']

/** The state of an address in Brazil; in other countries the same letters mean something else. */
export const stateOfAddress = (lived: Address): State | undefined =>
  isAbroad(lived) ? undefined : findState(lived?.state ?? '')

function isAbroad(lived: Address): boolean {
  const country = (lived?.country ?? '').trim().toLowerCase()
  return country !== '' && !['br', 'bra', 'brasil', 'brazil'].includes(country)
}

export function describeAddress({ address: lived }: StoredFields): GroupFacts<typeof address> {
  if (!lived || Object.values(lived).every((part) => part.trim() === '')) return {}
  if (isAbroad(lived)) return { present: true, abroad: true }
  const { street = '', number = '', city = '', state = '' } = lived
  return {
    present: true,
    abroad: false,
    complete: [street, number, city, state].every((part) => part.trim() !== ''),
    ...describeZip(lived.zipCode ?? '', stateOfAddress(lived)),
  }
}

function describeZip(given: string, state: State | undefined): GroupFacts<typeof address> {
  if (given.trim() === '') return { zipPresent: false }
  const zip = toZip(given)
  if (zip === undefined) return { zipPresent: true, zipWellFormed: false }
  const of = stateOfZip(zip)
  return {
    zipPresent: true,
    zipWellFormed: true,
    zipAssigned: of !== undefined,
    zipGeneral: of !== undefined && isGeneralZip(zip),
    ...(of && state && { zipInState: of === state }),
  }
}
