// The facts about a transaction’s own data: derived values, never the data themselves.
import parsePhoneNumber from 'libphonenumber-js/max'
import type { FactSource } from './facts.ts'
import { declareFacts } from './vocabulary/fact.ts'
import { age, document, email, phones } from './vocabulary/person.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import type { DocumentType } from '#src/journey/transaction/document-schema.ts'
import { spellPhone } from '#src/journey/transaction/phone-number.ts'
import { ageOn, isPerson } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'

export const transactionFacts: FactSource = {
  variables: {
    document: declareFacts(document, 'type', 'checkDigitsHold'),
    age: declareFacts(age, 'known', 'impossible', 'years'),
    email: declareFacts(email, 'present', 'declaredVerified'),
    phones: declareFacts(phones, 'count', 'plausible', 'plausibleMobile', 'declaredVerified'),
  },
  read: async ({ sealer, transaction }) =>
    describeFields(await readFields(sealer, transaction), transaction.now),
}

export type OwnFacts = {
  /** Passports and RNMs have no published check digits. */
  document: { type: DocumentType; checkDigitsHold?: boolean }
  /** A person’s age in full years; unknown for a company, and for an impossible birth date. */
  age: { known: false; impossible?: true } | { known: true; impossible: false; years: number }
  email: { present: boolean; declaredVerified: boolean }
  /** The counts are of distinct numbers. */
  phones: { count: number; plausible: number; plausibleMobile: number; declaredVerified: number }
}

/** The fields of a stored transaction from which facts are derived. */
export type DescribedFields = Pick<
  StoredFields,
  'documentType' | 'document' | 'birthdate' | 'email' | 'verifiedEmail' | 'phone' | 'phones'
>

/** `now` is the transaction’s own clock, so that the same facts are derived again later. */
export function describeFields(fields: DescribedFields, now: Date): OwnFacts {
  const { documentType, birthdate, verifiedEmail } = fields
  const present = (fields.email ?? '').trim() !== ''
  return {
    document: { type: documentType, ...describeCheckDigits(fields) },
    age: isPerson(fields) ? describeAge(birthdate, now) : { known: false },
    email: { present, declaredVerified: present && verifiedEmail },
    phones: describePhones([...(fields.phone ? [fields.phone] : []), ...(fields.phones ?? [])]),
  }
}

function describeCheckDigits({ documentType, document }: DescribedFields) {
  if (documentType === 'cpf') return { checkDigitsHold: cpfCheckDigitsHold(document) }
  return documentType === 'cnpj' ? { checkDigitsHold: cnpjCheckDigitsHold(document) } : {}
}

/** No person has become older than this. */
const yearsMax = 120

/** A birth date in the future or too long ago yields no age, so that a condition on the age stays unanswered. */
function describeAge(birthdate: string | undefined, now: Date): OwnFacts['age'] {
  if (birthdate === undefined) return { known: false }
  const years = ageOn(birthdate, now)
  if (years < 0 || years > yearsMax) return { known: false, impossible: true }
  return { known: true, impossible: false, years }
}

type Phone = NonNullable<DescribedFields['phone']>

function describePhones(phones: readonly Phone[]): OwnFacts['phones'] {
  const verifiedByNumber = new Map<string, boolean>()
  for (const phone of phones) {
    const full = spellPhone(phone)
    if (full === undefined) continue
    verifiedByNumber.set(full, phone.verified === true || verifiedByNumber.get(full) === true)
  }
  const numbers = [...verifiedByNumber.keys()]
  return {
    count: numbers.length,
    plausible: numbers.filter((one) => parsePhoneNumber(one)?.isValid() === true).length,
    plausibleMobile: numbers.filter(isPlausibleMobile).length,
    declaredVerified: [...verifiedByNumber.values()].filter(Boolean).length,
  }
}

/** In some countries, such as the United States, mobile and fixed numbers have the same form. */
function isPlausibleMobile(number: string): boolean {
  const type = parsePhoneNumber(number)?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}
