// Which entries of a list are surely about somebody else: their number or their birth date is another. They stay in
// the answer, with what dismisses them. Pure.
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/journey/transaction/rules.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'
import type { CheckAnswer } from './port.ts'
import type { Subject } from './store.ts'
import { toDocument } from './subject.ts'

export function dismissHits(subject: Subject, answer: CheckAnswer): CheckAnswer {
  if (!('matches' in answer) || !answer.matches) return answer
  return { ...answer, matches: answer.matches.map((one) => dismissHit(subject, one)) }
}

/** What a source says of it itself does not count. */
function dismissHit(subject: Subject, given: ListMatch): ListMatch {
  const match = { ...given }
  delete match.dismissed
  const isSameNumber = agrees(comparableNumbers(subject, match))
  if (isSameNumber === false) return { ...match, dismissed: 'number' }
  if (isSameNumber === undefined && agrees(comparableDates(subject, match)) === false)
    return { ...match, dismissed: 'date' }
  return match
}

/** True where one agrees; undefined: there is nothing to compare. */
const agrees = (compared: readonly boolean[]): boolean | undefined =>
  compared.length === 0 ? undefined : compared.includes(true)

/** Of numbers of the same kind, as far as they are shown: those of other countries can have as many digits. */
function comparableNumbers(subject: Subject, { documents = [] }: ListMatch): boolean[] {
  const asked = 'document' in subject ? (toDocument(subject.document) ?? '') : ''
  return documents
    .filter((shown) => shown.length === asked.length && isBrazilian(shown))
    .map((shown) => Array.from(shown).every((one, at) => one === '*' || one === asked[at]))
}

const isBrazilian = (shown: string): boolean =>
  shown.includes('*') ? /[^*]/.test(shown) : cpfCheckDigitsHold(shown) || cnpjCheckDigitsHold(shown)

/** A year, or a year and a month, agree with their days. */
function comparableDates(subject: Subject, { birthDates = [] }: ListMatch): boolean[] {
  const asked = 'birthdate' in subject ? subject.birthdate : undefined
  if (asked === undefined) return []
  return birthDates.flatMap((date) => {
    const [shown] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|T)/.exec(date) ?? []
    return shown === undefined ? [] : [asked.startsWith(shown)]
  })
}
