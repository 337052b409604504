// What a scorecard may ask about a transaction: derived facts, never the data itself.
import parsePhoneNumber from 'libphonenumber-js/max'
import type { CelVariables } from '#src/packs/cel-variables.ts'
import { ageOn, cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/transaction/rules.ts'
import type { StoredFields } from '#src/transaction/schema.ts'

/** The facts as the rules of a scorecard see them; `ScoreFacts` is what they hold. */
export const scoreVariables = {
  document: { record: { type: 'string', checkDigitsHold: 'bool' } },
  age: { record: { known: 'bool', years: 'double' } },
  email: { record: { present: 'bool', verifiedByToken: 'bool', declaredVerified: 'bool' } },
  phones: {
    record: {
      count: 'double',
      plausible: 'double',
      plausibleMobile: 'double',
      declaredVerified: 'double',
    },
  },
} as const satisfies CelVariables

export type ScoreFacts = {
  document: { type: 'cpf' | 'cnpj'; checkDigitsHold: boolean }
  /** Full years of a person; a company has no age here. Negative for a birth date to come. */
  age: { known: false } | { known: true; years: number }
  email: { present: boolean; verifiedByToken: boolean; declaredVerified: boolean }
  /** Counts of different numbers. */
  phones: { count: number; plausible: number; plausibleMobile: number; declaredVerified: number }
}

/** The fields of a stored transaction that a score looks at. */
export type ScoreFields = Pick<
  StoredFields,
  'documentType' | 'document' | 'birthdate' | 'email' | 'verifiedEmail' | 'phone' | 'phones'
>

/** `now` is the transaction's own; the score is the same whenever it is computed again with it. */
export function scoreFacts(
  fields: ScoreFields,
  { emailVerifiedByToken, now }: { emailVerifiedByToken: boolean; now: Date },
): ScoreFacts {
  const { documentType, document, birthdate, verifiedEmail } = fields
  const checkDigitsHold =
    documentType === 'cpf' ? cpfCheckDigitsHold(document) : cnpjCheckDigitsHold(document)
  const aged = documentType === 'cpf' && birthdate !== undefined
  const present = (fields.email ?? '').trim() !== ''
  return {
    document: { type: documentType, checkDigitsHold },
    age: aged ? { known: true, years: ageOn(birthdate, now) } : { known: false },
    email: {
      present,
      verifiedByToken: emailVerifiedByToken,
      declaredVerified: present && verifiedEmail,
    },
    phones: phoneFacts([...(fields.phone ? [fields.phone] : []), ...(fields.phones ?? [])]),
  }
}

type Phone = NonNullable<ScoreFields['phone']>
const brazil = 55

function phoneFacts(phones: readonly Phone[]): ScoreFacts['phones'] {
  const verifiedByNumber = new Map<string, boolean>()
  for (const { countryCode = brazil, areaCode, number, verified = false } of phones) {
    if (number === undefined) continue
    const full = `+${countryCode}${areaCode ?? ''}${number}`
    verifiedByNumber.set(full, verified || verifiedByNumber.get(full) === true)
  }
  const numbers = [...verifiedByNumber.keys()]
  return {
    count: numbers.length,
    plausible: numbers.filter((one) => parsePhoneNumber(one)?.isValid() === true).length,
    plausibleMobile: numbers.filter(isPlausibleMobile).length,
    declaredVerified: [...verifiedByNumber.values()].filter(Boolean).length,
  }
}

/** Some countries, as the United States, do not tell mobile numbers from fixed ones. */
function isPlausibleMobile(number: string): boolean {
  const type = parsePhoneNumber(number)?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}
