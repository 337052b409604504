// What statements say of the transaction's own person or company. Pure.
import { compareDates } from '#src/journey/dates/compare-dates.ts'
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { checks } from '#src/journey/facts/vocabulary/checks.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { splitNameStatus } from '#src/journey/names/name-status.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { PersonResult } from '#src/screening/wire/schema.ts'
import { isSamePerson, toMatch } from '#src/screening/answers/names.ts'
import { describeAsked, isComparedWhole } from './asked-facts.ts'
import { ifKnown } from './company-facts.ts'
import { areDoubtful, describeFindings, missingKinds, namesOf } from './findings.ts'
import { isAskedByName } from './ownership.ts'
import type { Statement } from './statements.ts'

type Sent = Pick<StoredFields, 'documentType' | 'name' | 'socialName' | 'birthdate' | 'mothersName'>

export function describeChecks(said: readonly Statement[], sent: Sent): GroupFacts<typeof checks> {
  const own = said.filter((one) => one.isOwn)
  const port = sent.documentType === 'cnpj' ? 'company-check' : 'person-check'
  const main = own.filter(
    (one) => one.port === port && isAskedByName(one.subject, sent) && isComparedWhole(one),
  )
  const missing = missingKinds(main)
  const areListsAsked = describeAsked(said, sent).listsAsked === true
  return {
    ...describeFindings(main, areListsAsked),
    // Findings about a person's own company count too, whether by a number alone or by a part of a name; that nothing is
    // there can be said only by who was asked about the person by the whole name.
    ...onlyTrue(describeFindings(own, areListsAsked)),
    ...ifKnown('sanctionedDoubtful', areDoubtful(own)),
    ...(missing.length > 0 && { listsNotSearched: [...missing] }),
    ...namesOf('sanctionedBy', own, 'sanction'),
    ...namesOf('exposedBy', own, 'exposed'),
    ...describeBasics(own, sent),
  }
}

/** Safe because it only leaves some out. */
const onlyTrue = <Facts extends object>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value === true)) as Partial<Facts>

/** The newest word of the authoritative account, else of any. */
function describeBasics(own: readonly Statement[], sent: Sent) {
  const said = own.filter(
    ({ port, service }) => port === 'person-check' && service === 'BasicInfos',
  )
  const counted = said.findLast((one) => one.isAuthoritative) ?? said.at(-1)
  if (!counted) return {}
  const doubtful = said.findLast((one) => !one.isAuthoritative && isGrave(statusOf(one)))
  const status =
    counted.isAuthoritative || !isGrave(statusOf(counted)) ? statusOf(counted) : undefined
  return {
    ...(counted.answer === null
      ? { personFound: false }
      : compareSent(counted.answer as PersonResult, sent)),
    ...(status !== undefined && describeStatus(status)),
    ...(said.some(isActedFor) && { personRegular: false }),
    ...ifKnown('personStatusDoubtful', doubtful && statusOf(doubtful)),
  }
}

type Status = Exclude<PersonResult['status'], undefined | 'unknown'>

/** The status in its field. A register may write a death beside the name instead: that counts more than the field. */
export function statusOf({ answer }: Statement): Status | undefined {
  if (statusOfName(answer) === 'deceased') return 'deceased'
  const status = answer && 'status' in answer ? (answer as PersonResult).status : undefined
  return status === 'unknown' ? undefined : status
}

const statusOfName = (answer: Statement['answer']) =>
  answer && 'name' in answer && answer.name !== undefined
    ? splitNameStatus(answer.name).status
    : undefined

/** Somebody else acts for whoever is interdicted or a minor. */
const isActedFor = ({ answer }: Statement): boolean =>
  ['interdicted', 'minor'].includes(statusOfName(answer) ?? '')

/** What ends a person or a number must come from who decides it. */
const isGrave = (status: Status | undefined): boolean =>
  status === 'deceased' || status === 'cancelled' || status === 'null'

const describeStatus = (status: Status) => ({
  personRegular: status === 'regular',
  personDead: status === 'deceased',
  personPending: status === 'pending' || status === 'suspended',
  personCancelled: status === 'cancelled' || status === 'null',
})

function compareSent({ name, birthdate, mothersName }: PersonResult, sent: Sent) {
  const verdict = compareNames(sent, name, birthdate !== undefined && birthdate === sent.birthdate)
  // A date that nobody can have says nothing; of a register one that is nearly the same is another.
  const born = compareDates(sent.birthdate, birthdate === undefined ? [] : [birthdate])
  const isSameBirth = born && born === 'agrees'
  return {
    personFound: true,
    ...ifKnown('personNameMatches', toMatch(verdict)),
    ...ifKnown('nameVerdict', verdict),
    ...ifKnown('birthdateMatches', isSameBirth),
    ...ifKnown('mothersNameMatches', isSamePerson(sent.mothersName, mothersName)),
  }
}

/** A register may show the name by which the person is called, and that is the person's as the other is. */
function compareNames({ name, socialName }: Sent, known: string | undefined, isBornSame: boolean) {
  const verdicts = [name, socialName].map((one) => compareName(one, known, isBornSame))
  return (['same', 'doubtful', 'other'] as const).find((one) => verdicts.includes(one))
}

/**
 * Registers and passports write the surname first. The same words in another order, and nothing else, are the same name
 * where the number that was asked about and the very day of birth are the same.
 */
function compareName(sent: string | undefined, known: string | undefined, isBornSame: boolean) {
  if (!sent || !known) return undefined
  const { verdict, reasons } = comparePersonNames(sent, known)
  const isOrderAlone = reasons.length === 1 && reasons[0] === 'word-order'
  return verdict === 'doubtful' && isOrderAlone && isBornSame ? 'same' : verdict
}
