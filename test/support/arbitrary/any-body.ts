// Arbitrary bodies of a creation: each field present or absent, with any value within its limits.
import fc from 'fast-check'
import { anyCharacter } from './any-text.ts'

const text = fc.string({ unit: anyCharacter, maxLength: 40 }).filter((one) => !one.includes('\0'))
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const amount = fc.maxSafeInteger().map((cents) => (cents % 1e14) / 100 || 0)
const flag = fc.boolean()

/** A moment far from both ends of the calendar, in every accepted form. */
export const anyMoment = fc
  .tuple(
    fc.date({ min: new Date('0001-01-03'), max: new Date('9999-12-29'), noInvalidDate: true }),
    fc.constantFrom(16, 19, 21, 23),
    fc.constantFrom('', 'Z', '+00:00', '-03:00', '+05:45', '+23:59', '-23:59'),
  )
  .map(([date, length, zone]) => date.toISOString().slice(0, length) + zone)

const phone = anyOf({
  countryCode: fc.nat(999),
  areaCode: fc.nat(9999),
  number: fc.integer({ min: 0, max: 999_999_999_999_999 }),
  verified: flag,
})
const party = anyOf({ document: text, documentType: text, name: text })
const key = fc.string({ unit: anyCharacter, maxLength: 20 })
const genericFields = fc.dictionary(
  key.filter((one) => one !== '__proto__' && !one.includes('\0')),
  text,
  { noNullPrototype: true },
)

/** All but the two required fields. */
export const anyBody = anyOf({
  name: text,
  socialName: text,
  birthdate: day,
  mothersName: text,
  fatherName: text,
  gender: text,
  email: text,
  verifiedEmail: flag,
  sessionId: text,
  identifierId: text,
  identifierDate: anyMoment,
  navigationid: text,
  channelId: fc.option(text),
  type: fc.maxSafeInteger(),
  criterion: fc.maxSafeInteger(),
  genericFields: fc.option(genericFields),
  address: anyOf({
    zipCode: text,
    street: text,
    number: text,
    complement: text,
    district: text,
    city: text,
    state: text,
    country: text,
  }),
  phone,
  Phones: fc.array(phone, { maxLength: 3 }),
  card: anyOf({ bin: text, last4: text, ownerDocument: text, ownerName: text }),
  vehicle: anyOf({
    proposedDate: anyMoment,
    vehicleLicensePlate: text,
    storeState: text,
    licensePlateState: text,
    vehicleRegistrationState: text,
    financingAmount: amount,
    marketValue: amount,
    vehicleManufacturingYear: fc.maxSafeInteger(),
  }),
  secondaryDocumentType: text,
  secondaryDocument: text,
  issuanceDateDocument: day,
  issuanceDateSecondaryDocument: day,
  tradeName: text,
  cnaes: fc.array(text, { maxLength: 3 }),
  services: anyOf({
    bcheck: fc.array(fc.constantFrom('BasicInfos', 'Sanctions', 'Pep'), { maxLength: 3 }),
    everyDays: fc.integer({ min: 1, max: 365 }),
  }),
  partners: fc.array(party, { maxLength: 3 }),
  legalRepresentatives: fc.array(party, { maxLength: 3 }),
})

/** An object with any subset of these fields. */
function anyOf<T extends Record<string, unknown>>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record<T, never>(fields, { requiredKeys: [], noNullPrototype: true })
}
