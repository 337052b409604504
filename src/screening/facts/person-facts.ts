// What statements say of the transaction's own person, and of others who were asked about. Pure.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { checks, others } from '#src/journey/facts/vocabulary/evidence.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { ListKind, PersonResult } from '#src/screening/wire/schema.ts'
import { ifKnown } from './company-facts.ts'
import { notSearchedOf } from '#src/screening/answers/coverage.ts'
import { listKindsOf, warrantKindOf } from '#src/screening/answers/kinds-of-hits.ts'
import { comparePersons, isSamePerson, toMatch } from '#src/screening/answers/names.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import { isAskedByName } from './ownership.ts'
import { hitsOf, recordsOf, standingOf, versionOf } from './standing.ts'
import type { Statement } from './statements.ts'

type Sent = Pick<StoredFields, 'documentType' | 'name' | 'socialName' | 'birthdate' | 'mothersName'>

export function describeChecks(said: readonly Statement[], sent: Sent): GroupFacts<typeof checks> {
  const own = said.filter((one) => one.isOwn)
  const port = sent.documentType === 'cnpj' ? 'company-check' : 'person-check'
  const main = own.filter((one) => one.port === port && isAskedByName(one.subject, sent))
  const missing = missingKinds(main)
  return {
    ...describeFindings(main),
    // Of a person's own company too, and by a number alone; that nothing is there only who was asked about the person by
    // name can say.
    ...onlyTrue(describeFindings(own)),
    ...ifKnown('sanctionedDoubtful', areDoubtful(own)),
    ...(missing.length > 0 && { listsNotSearched: [...missing] }),
    ...namesOf('sanctionedBy', own, 'sanction'),
    ...namesOf('exposedBy', own, 'exposed'),
    ...describeBasics(own, sent),
  }
}

const describeFindings = (said: readonly Statement[]) => ({
  ...describeLists(said),
  ...ifKnown('criminalRecord', areAny(said, 'CriminalRecord', recordsOf)),
  ...ifKnown('lawSuits', areAny(said, 'LawSuits', recordsOf)),
  ...ifKnown('adverseMedia', areAny(said, 'AdverseMedia', hitsOf)),
  ...ifKnown('criminalWarrant', isCriminal(said)),
  ...ifKnown('civilWarrant', areAny(said, 'ArrestWarrant', warrantsOf('civil'))),
})

/** Safe because it only leaves some out. */
const onlyTrue = <Facts extends object>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value === true)) as Partial<Facts>

/** Of partners, relatives and whoever else was named: any hit counts. */
export function describeOthers(
  said: readonly Statement[],
  { legalRepresentatives = [] }: Pick<StoredFields, 'legalRepresentatives'> = {},
): GroupFacts<typeof others> {
  const about = said.filter((one) => !one.isOwn)
  return {
    ...describeLists(about),
    ...ifKnown('criminalWarrant', isCriminal(about)),
    ...ifKnown('dead', isAnyDead(about, legalRepresentatives)),
  }
}

/** Whoever says so: that somebody may have died is looked at. That nobody has, only the word of each representative says. */
function isAnyDead(
  about: readonly Statement[],
  representatives: readonly { readonly document?: string | undefined }[],
): boolean | undefined {
  const said = about.filter((one) => statusOf(one) !== undefined)
  if (said.some((one) => statusOf(one) === 'deceased')) return true
  const isKnown = ({ document }: { readonly document?: string | undefined }) =>
    said.some((one) => 'document' in one.subject && one.subject.document === toDocument(document))
  return representatives.length > 0 && representatives.every(isKnown) ? false : undefined
}

/** Whoever is wanted by a list of those who are is so for a crime. */
function isCriminal(said: readonly Statement[]): boolean | undefined {
  const isListed = listServices.some((one) => areAny(said, one, hitsOfKind('wanted')) === true)
  return isListed || areAny(said, 'ArrestWarrant', warrantsOf('criminal'))
}

const describeLists = (said: readonly Statement[]) => ({
  ...ifKnown('sanctioned', isIn(said, 'sanction', 'Sanctions')),
  ...ifKnown('exposed', isIn(said, 'exposed', 'Pep')),
  ...ifKnown('debarred', isIn(said, 'debarment', 'Sanctions')),
  ...ifKnown('wanted', isWanted(said)),
  ...ifKnown('hit', isAnyHit(said)),
})

const listServices = ['Sanctions', 'Pep', 'AdverseMedia'] as const
const warrantsOf = (kind: 'criminal' | 'civil') => (one: Statement) =>
  recordsOf(one)?.filter((record) => warrantKindOf(record) === kind)

/** A hit of the kind counts, whoever was asked for what; that there is none only the service of the kind can say. */
function isIn(
  said: readonly Statement[],
  kind: ListKind,
  service: (typeof listServices)[number],
): boolean | undefined {
  const isHit = listServices.some((one) => areAny(said, one, hitsOfKind(kind)) === true)
  return isHit || areAny(said, service, hitsOfKind(kind))
}

function areDoubtful(said: readonly Statement[]): boolean | undefined {
  const found = listServices.flatMap((service) =>
    standingOf(said.filter((one) => one.service === service)).flatMap(
      (one) => hitsOfKind('sanction')(one) ?? [],
    ),
  )
  return found.length === 0 ? undefined : found.every(({ doubtful }) => doubtful === true)
}

/** Undefined too where nothing of the kind is there, and the source has no lists of it. */
const hitsOfKind = (kind: ListKind) => (one: Statement) => {
  const found = hitsOf(one)?.filter((match) => listKindsOf(one.service, match).includes(kind))
  return found?.length === 0 && notSearchedOf(one.answer).includes(kind) ? undefined : found
}

/** Kinds that were to be searched, and that no answer which stands has searched. */
function missingKinds(own: readonly Statement[]): readonly ListKind[] {
  const missing = listServices.flatMap((service) => {
    const standing = standingOf(own.filter((one) => one.service === service))
    const searched = standing.filter((one) => hitsOf(one) !== undefined)
    return searched
      .flatMap((one) => notSearchedOf(one.answer))
      .filter((kind) => searched.every((one) => notSearchedOf(one.answer).includes(kind)))
  })
  return [...new Set(missing)].toSorted()
}

function isWanted(said: readonly Statement[]): boolean | undefined {
  const isListed = listServices.some((one) => areAny(said, one, hitsOfKind('wanted')) === true)
  return isListed || areAny(said, 'ArrestWarrant', recordsOf)
}

function isAnyHit(said: readonly Statement[]): boolean | undefined {
  const known = [
    ...listServices.map((service) => areAny(said, service, hitsOf)),
    areAny(said, 'ArrestWarrant', recordsOf),
  ].filter((one) => one !== undefined)
  return known.length === 0 ? undefined : known.includes(true)
}

/** True where one that stands has any; undefined where none says anything. */
function areAny(
  said: readonly Statement[],
  service: string,
  read: (statement: Statement) => readonly object[] | undefined,
): boolean | undefined {
  const standing = standingOf(said.filter((one) => one.service === service))
  const found = standing.flatMap((one) => read(one)?.length ?? [])
  return found.length === 0 ? undefined : found.some((count) => count > 0)
}

/** Codes and dates of the sources: account, list and version of each hit that stands. */
function namesOf<Name extends 'sanctionedBy' | 'exposedBy'>(
  name: Name,
  said: readonly Statement[],
  kind: ListKind,
) {
  const standing = listServices.flatMap((service) =>
    standingOf(said.filter((one) => one.service === service)),
  )
  const found = standing.flatMap((one) =>
    (hitsOfKind(kind)(one) ?? []).flatMap(({ lists }) =>
      (lists.length > 0 ? lists : ['-']).map((list) =>
        [one.source, list, versionOf(one) ?? '-'].join(' '),
      ),
    ),
  )
  // Safe because the one key is the fact's.
  return (found.length > 0 ? { [name]: [...new Set(found)].toSorted() } : {}) as {
    [K in Name]?: string[]
  }
}

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
    ...ifKnown('personStatusDoubtful', doubtful && statusOf(doubtful)),
  }
}

type Status = Exclude<PersonResult['status'], undefined | 'unknown'>

function statusOf({ answer }: Statement): Status | undefined {
  const status = answer && 'status' in answer ? (answer as PersonResult).status : undefined
  return status === 'unknown' ? undefined : status
}

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
  const verdict = compareNames(sent, name)
  const isSameBirth = birthdate && sent.birthdate ? birthdate === sent.birthdate : undefined
  return {
    personFound: true,
    ...ifKnown('personNameMatches', toMatch(verdict)),
    ...ifKnown('nameVerdict', verdict),
    ...ifKnown('birthdateMatches', isSameBirth),
    ...ifKnown('mothersNameMatches', isSamePerson(sent.mothersName, mothersName)),
  }
}

/** A register may show the name by which the person is called, and that is the person's as the other is. */
function compareNames({ name, socialName }: Sent, known: string | undefined) {
  const verdicts = [comparePersons(name, known), comparePersons(socialName, known)]
  return (['same', 'doubtful', 'other'] as const).find((one) => verdicts.includes(one))
}
