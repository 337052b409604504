// Derives facts about a transaction's documents, names and birth date, without the data themselves.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { document, name } from '#src/journey/facts/vocabulary/person.ts'
import { cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import { isPerson } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { hasStrangeSigns, isWholeName, looksRandom, sharesSurname, wordsOf } from '../names.ts'
import { stateOfAddress } from './contact.ts'
import { describeSecond } from './second-document.ts'

export function describeDocument(fields: StoredFields, now: Date): GroupFacts<typeof document> {
  const { documentType, document: number } = fields
  return {
    type: documentType,
    repeated: new Set(number).size === 1,
    ...(documentType === 'cnpj' && {
      alphanumeric: /[A-Z]/.test(number),
      otherOrder: number.slice(8, 12) !== '0001',
    }),
    ...describeRegion(fields),
    ...describeSecond(fields),
    ...describeIssue(fields, now),
  }
}

/** The region is that of the first registration of the CPF and proves no residence. */
function describeRegion({ documentType, document: number, address }: StoredFields) {
  const state = stateOfAddress(address)
  if (documentType !== 'cpf' || !state || !cpfCheckDigitsHold(number)) return {}
  return { regionHasState: Number(number[8]) === state.fiscalRegion }
}

const brasiliaBehindUtcMs = 3 * 3_600_000

function describeIssue(fields: StoredFields, now: Date) {
  const { birthdate, issuanceDateDocument, issuanceDateSecondaryDocument } = fields
  const dates = [issuanceDateDocument, issuanceDateSecondaryDocument].filter(
    (one) => one !== undefined,
  )
  if (dates.length === 0) return {}
  const today = new Date(now.getTime() - brasiliaBehindUtcMs).toISOString().slice(0, 10)
  return {
    issuedInFuture: dates.some((date) => date > today),
    ...(isPerson(fields) &&
      birthdate !== undefined && { issuedBeforeBirth: dates.some((date) => date < birthdate) }),
  }
}

/** The facts about a person's name; a company's name is compared elsewhere. */
export function describeName(fields: StoredFields): GroupFacts<typeof name> {
  const { name: given = '', mothersName = '', fatherName = '' } = fields
  const words = wordsOf(given)
  if (!isPerson(fields) || given.trim() === '') return {}
  return {
    terms: words.length,
    strangeSigns: hasStrangeSigns(given),
    looksRandom: looksRandom(given),
    ...(wordsOf(mothersName).length > 0 && {
      sharesMothersSurname: sharesSurname(given, mothersName),
      isMothers: isWholeName(given, mothersName),
    }),
    ...(wordsOf(fatherName).length > 0 && {
      sharesFathersSurname: sharesSurname(given, fatherName),
    }),
  }
}
