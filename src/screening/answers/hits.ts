// Which entries of a list count, and how much. One whose number or birth date is another is somebody else's; a name
// that many bear is enough to doubt for a list of sanctions, and for nothing else. What does not count stays in the
// answer, with what dismisses it. Pure.
import type { NameMatch } from '#src/journey/names/verdict.ts'
import { type Agreement, compareNumbers } from '#src/screening/lists/numbers.ts'
import type { ListMatch } from '#src/screening/wire/schema.ts'
import { listKindsOf } from './kinds-of-hits.ts'
import { compareListed, comparePersons } from './names.ts'
import type { CheckAnswer, Port } from '#src/screening/orders/port.ts'
import type { Subject } from '#src/screening/orders/store.ts'
import { toDocument } from './subject.ts'

export type HitsAsked = {
  readonly port: Port
  readonly service: string
  readonly subject: Subject
}

export function weighHits(asked: HitsAsked, answer: CheckAnswer): CheckAnswer {
  if ('matches' in answer && answer.matches)
    return { ...answer, matches: answer.matches.map((one) => weighHit(asked, one)) }
  if ('records' in answer && answer.records)
    return { ...answer, records: answer.records.map(ownWords) }
  return answer
}

/** What a source says of it itself does not count. */
function ownWords<Hit extends { dismissed?: unknown; doubtful?: unknown; hitId?: unknown }>(
  given: Hit,
): Hit {
  const hit = { ...given }
  delete hit.dismissed
  delete hit.doubtful
  delete hit.hitId
  return hit
}

function weighHit(asked: HitsAsked, given: ListMatch): ListMatch {
  const match = ownWords(given)
  const number = agreementOf(asked.subject, match)
  // Whatever threshold the source has.
  if (number === 'whole') return { ...match, match: true }
  if (number === 'shown') return weighShown(asked, match)
  if (number === 'differs') return { ...match, dismissed: 'number' }
  const isSameDate = agrees(comparableDates(asked.subject, match))
  if (isSameDate === false) return { ...match, dismissed: 'date' }
  const verdict = compareNames(asked, match)
  if (verdict === 'same' && isSameDate === true) return { ...match, match: true }
  if (isOfSanctions(asked.service, match)) return { ...match, doubtful: true }
  if (verdict === 'other') return { ...match, dismissed: 'name' }
  return isSameDate === true ? { ...match, doubtful: true } : { ...match, dismissed: 'name-alone' }
}

/** A few digits and a name that may be the subject's are too much for chance; another's name they do not outweigh. */
function weighShown(asked: HitsAsked, match: ListMatch): ListMatch {
  const verdict = compareNames(asked, match)
  if (verdict === 'same') return { ...match, match: true }
  return { ...match, match: match.match || verdict === 'doubtful', doubtful: true }
}

/** Whoever is wanted is as a sanctioned person is: to overlook one is worse than to look at many. */
const isOfSanctions = (service: string, match: ListMatch): boolean =>
  listKindsOf(service, match).some((kind) => kind === 'sanction' || kind === 'wanted')

/** Of all its names the one that is most alike; undefined: the subject has none. */
function compareNames(
  { port, subject }: HitsAsked,
  { name, otherNames = [] }: ListMatch,
): NameMatch | undefined {
  const asked = 'name' in subject ? subject.name : undefined
  const compare = port === 'company-check' ? compareListed : comparePersons
  const verdicts = [name, ...otherNames].map((one) => compare(asked, one))
  return (['same', 'doubtful', 'other'] as const).find((one) => verdicts.includes(one))
}

/** True where one agrees; undefined: there is nothing to compare. */
const agrees = (compared: readonly boolean[]): boolean | undefined =>
  compared.length === 0 ? undefined : compared.includes(true)

/** Of all its numbers the one that agrees most; undefined: there is nothing to compare. */
function agreementOf(subject: Subject, { documents = [] }: ListMatch): Agreement | undefined {
  const asked = 'document' in subject ? (toDocument(subject.document) ?? '') : ''
  const compared = documents.map((listed) => compareNumbers(asked, listed))
  return (['whole', 'shown', 'differs'] as const).find((one) => compared.includes(one))
}

/** A year, or a year and a month, agree with their days. */
function comparableDates(subject: Subject, { birthDates = [] }: ListMatch): boolean[] {
  const asked = 'birthdate' in subject ? subject.birthdate : undefined
  if (asked === undefined) return []
  return birthDates.flatMap((date) => {
    const [shown] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?(?=$|T)/.exec(date) ?? []
    return shown === undefined ? [] : [asked.startsWith(shown)]
  })
}
