// Compares a sent name with a source's name. A doubtful or unreadable comparison gives no answer. Pure.
import { compareCompanyNames } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import type { NameMatch } from '#src/journey/names/verdict.ts'

/** Undefined when one of the names is missing. */
const comparePersons = (sent: string | undefined, known: string | undefined) =>
  sent && known ? comparePersonNames(sent, known).verdict : undefined

export const compareCompanies = (sent: string | undefined, known: string | undefined) =>
  sent && known ? compareCompanyNames(sent, known).verdict : undefined

/** True when they are the same, false when they are different, undefined when it is unknown. */
export const isSamePerson = (sent: string | undefined, known: string | undefined) =>
  toMatch(comparePersons(sent, known))

export const isSameCompany = (sent: string | undefined, known: string | undefined) =>
  toMatch(compareCompanies(sent, known))

/** True when they are the same, false when they are different, undefined when it is unknown. */
export const toMatch = (verdict: NameMatch | undefined): boolean | undefined =>
  verdict === undefined || verdict === 'doubtful' ? undefined : verdict === 'same'
