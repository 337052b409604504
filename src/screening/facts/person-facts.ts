// The facts from statements about the transaction's own person or company. Pure.
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
    // Findings about a person's own company count too, even by number alone or by part of a name. Only a question about
    // the person by the whole name can say that nothing was found.
    ...onlyTrue(describeFindings(own, areListsAsked)),
    ...ifKnown('sanctionedDoubtful', areDoubtful(own)),
    ...(missing.length > 0 && { listsNotSearched: [...missing] }),
    ...namesOf('sanctionedBy', own, 'sanction'),
    ...namesOf('exposedBy', own, 'exposed'),
    ...describeBasics(own, sent),
  }
}

/** Safe because it only leaves fields out. */
const onlyTrue = <Facts extends object>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value === true)) as Partial<Facts>

/** The facts from the authoritative account's last answer, or else from any account's. */
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

/**
 * The status of a register's answer. Some registers write a death beside the name, which outweighs the status field.
 */
export function statusOf({ answer }: Statement): Status | undefined {
  if (statusOfName(answer) === 'deceased') return 'deceased'
  const status = answer && 'status' in answer ? (answer as PersonResult).status : undefined
  return status === 'unknown' ? undefined : status
}

const statusOfName = (answer: Statement['answer']) =>
  answer && 'name' in answer && answer.name !== undefined
    ? splitNameStatus(answer.name).status
    : undefined

/** Whether somebody else acts for the person, who is interdicted or a minor. */
const isActedFor = ({ answer }: Statement): boolean =>
  ['interdicted', 'minor'].includes(statusOfName(answer) ?? '')

/** Whether the status ends a person or a number, so that only the authority that decides it is believed. */
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
  // An impossible date says nothing; a register's date that is only close counts as different.
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

/** A register may show the person's social name, which counts as much as the registered one. */
function compareNames({ name, socialName }: Sent, known: string | undefined, isBornSame: boolean) {
  const verdicts = [name, socialName].map((one) => compareName(one, known, isBornSame))
  return (['same', 'doubtful', 'other'] as const).find((one) => verdicts.includes(one))
}

/**
 * Registers and passports write the surname first. Names that differ only in word order are the same when number and
 * birth date are equal.
 */
function compareName(sent: string | undefined, known: string | undefined, isBornSame: boolean) {
  if (!sent || !known) return undefined
  const { verdict, reasons } = comparePersonNames(sent, known)
  const isOrderAlone = reasons.length === 1 && reasons[0] === 'word-order'
  return verdict === 'doubtful' && isOrderAlone && isBornSame ? 'same' : verdict
}
