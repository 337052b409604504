// What the comparison of a sent name with a source's says: a doubtful or unreadable one says nothing. Pure.
import { compareCompanyNames } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import type { Verdict } from '#src/journey/names/verdict.ts'

/** True: the same; false: another; undefined: nobody knows. */
export const isSamePerson = (sent: string | undefined, known: string | undefined) =>
  sent && known ? toFact(comparePersonNames(sent, known).verdict) : undefined

export const isSameCompany = (sent: string | undefined, known: string | undefined) =>
  sent && known ? toFact(compareCompanyNames(sent, known).verdict) : undefined

const toFact = (verdict: Verdict): boolean | undefined =>
  verdict === 'doubtful' ? undefined : verdict === 'same'
