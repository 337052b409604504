// Decides which entries of a list count for a subject, and whether they are doubtful. An entry with another number or
// birth date belongs to somebody else. A name that many people have makes an entry of a sanctions list doubtful, and
// does not count on other lists. An entry that does not count stays in the answer with its reason. Pure.
import { compareDates } from '#src/journey/dates/compare-dates.ts'
import { normaliseListedDates } from '#src/journey/dates/listed-date.ts'
import { compareListedCompanies } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import {
  countsByName,
  type Likeness,
  likenessOf,
  mostAlike,
  weaken,
} from '#src/screening/lists/likeness.ts'
import { type Agreement, compareNumbers, hasForeign } from '#src/screening/lists/numbers.ts'
import { foreignOf } from '#src/screening/wire/request.ts'
import { itemsMax, type ListMatch } from '#src/screening/wire/schema.ts'
import { listKindsOf } from './kinds-of-hits.ts'
import type { CheckAnswer, Port } from '#src/screening/orders/port.ts'
import type { Subject } from '#src/screening/orders/store.ts'
import { toDocument } from './subject.ts'

export type HitsQuery = {
  readonly port: Port
  readonly service: string
  readonly subject: Subject
}

export function weighHits(asked: HitsQuery, answer: CheckAnswer): CheckAnswer {
  if ('matches' in answer && answer.matches)
    return { ...answer, matches: answer.matches.map((one) => weighHit(asked, one)) }
  if ('records' in answer && answer.records)
    return { ...answer, records: answer.records.map(ownWords) }
  return answer
}

/** Removes the source's own values of these fields, because only our own judgement counts. */
function ownWords<Hit extends { dismissed?: unknown; doubtful?: unknown; hitId?: unknown }>(
  given: Hit,
): Hit {
  const hit = { ...given }
  delete hit.dismissed
  delete hit.doubtful
  delete hit.hitId
  return hit
}

function weighHit(asked: HitsQuery, given: ListMatch): ListMatch {
  const match = withDates(ownWords(given))
  const number = agreementOf(asked.subject, match)
  // The whole number agrees, so the entry counts whatever the source's threshold.
  if (number === 'whole') return { ...match, match: true }
  const name = compareNames(asked, match)
  if (number === 'shown') return weighShown(match, name)
  const born = 'birthdate' in asked.subject ? asked.subject.birthdate : undefined
  if (number === 'differs') {
    // Some people have two numbers, and lists err: the same name with the same birth date is too unlikely to be chance.
    const isSameDay = born !== undefined && match.birthDates?.includes(born) === true
    return name === 'same' && isSameDay
      ? { ...match, match: true, doubtful: true }
      : { ...match, dismissed: 'number' }
  }
  const date = compareDates(born, match.birthDates ?? [])
  return date === 'differs' ? { ...match, dismissed: 'date' } : weighName(asked, match, { name, date }) // prettier-ignore
}

/** Writes known birth dates in one form for all sources. */
const withDates = (match: ListMatch): ListMatch =>
  match.birthDates
    ? { ...match, birthDates: match.birthDates.flatMap(normaliseListedDates).slice(0, itemsMax) }
    : match

type Evidence = {
  readonly name: Likeness | undefined
  readonly date: 'agrees' | 'may' | undefined
}

/**
 * Weighs an entry by name and date. The source's score only says how alike it finds two names, so it cannot overrule an
 * equal name.
 */
function weighName({ service }: HitsQuery, match: ListMatch, { name, date }: Evidence): ListMatch {
  if (name === 'same' && date === 'agrees') return { ...match, match: true }
  const isCounted = match.match || countsByName(name, date)
  const counted: ListMatch = { ...match, match: isCounted, doubtful: true }
  if (isOfSanctions(service, match)) return counted
  if (name === 'other') return { ...match, dismissed: 'name' }
  const isEnough = date === 'agrees' || (date === 'may' && countsByName(name, undefined))
  return isEnough ? counted : { ...match, dismissed: 'name-alone' }
}

/**
 * A few agreeing digits count together with a name that may be the subject's, because both by chance are unlikely;
 * another's name outweighs them.
 */
function weighShown(match: ListMatch, name: Likeness | undefined): ListMatch {
  if (name === 'same') return { ...match, match: true }
  return { ...match, match: match.match || (name !== undefined && name !== 'other'), doubtful: true } // prettier-ignore
}

/** A wanted person is treated as a sanctioned one, because overlooking either is worse than a needless look. */
const isOfSanctions = (service: string, match: ListMatch): boolean =>
  listKindsOf(service, match).some((kind) => kind === 'sanction' || kind === 'wanted')

/** The best verdict over all names of the entry; undefined when the subject has no name. */
function compareNames(
  { port, subject }: HitsQuery,
  { name, otherNames = [], weakNames = [], birthDates }: ListMatch,
): Likeness | undefined {
  const asked = 'name' in subject ? subject.name : undefined
  if (!asked) return undefined
  const born = 'birthdate' in subject ? subject.birthdate : undefined
  const isBornSame = born !== undefined && birthDates?.includes(born) === true
  const compare = (listed: string) =>
    likenessOf(
      port === 'company-check'
        ? compareListedCompanies(asked, listed)
        : comparePersonNames(asked, listed, { isBornSame }),
    )
  const weak = weakNames.map((one) => weaken(compare(one)))
  return mostAlike([...[name, ...otherNames].map(compare), ...weak])
}

/** The best agreement over all numbers of the entry; undefined when either side has none. */
function agreementOf(subject: Subject, match: ListMatch): Agreement | undefined {
  const foreign = foreignOf(subject)
  if (foreign) return hasForeign(foreign, match) ? 'whole' : undefined
  const asked = 'document' in subject ? (toDocument(subject.document) ?? '') : ''
  const compared = (match.documents ?? []).map((listed) => compareNumbers(asked, listed))
  return (['whole', 'shown', 'differs'] as const).find((one) => compared.includes(one))
}
