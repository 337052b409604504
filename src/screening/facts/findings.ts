// Finds out what statements about one or several subjects show on lists and in records. A hit counts whichever service
// reported it; only the service of a kind can show that there is none. Pure.
import type { ListKind } from '#src/screening/wire/schema.ts'
import { notSearchedOf } from '#src/screening/answers/coverage.ts'
import { listKindsOf, warrantKindOf } from '#src/screening/answers/kinds-of-hits.ts'
import { ifKnown } from './company-facts.ts'
import { hitsOf, recordsOf, standingOf, versionOf } from './standing.ts'
import type { Statement } from './statements.ts'

const listServices = ['Sanctions', 'Pep', 'AdverseMedia'] as const

/** `areListsAsked`: every list was asked, so that finding nothing means that there is nothing. */
export const describeFindings = (said: readonly Statement[], areListsAsked: boolean) => ({
  ...describeLists(said, areListsAsked),
  ...ifKnown('criminalRecord', areAny(said, 'CriminalRecord', recordsOf)),
  ...ifKnown('lawSuits', areAny(said, 'LawSuits', recordsOf)),
  ...ifKnown('adverseMedia', areAny(said, 'AdverseMedia', hitsOf)),
  ...ifKnown('criminalWarrant', isCriminal(said)),
  ...ifKnown('civilWarrant', areAny(said, 'ArrestWarrant', warrantsOf('civil'))),
})

export const describeLists = (said: readonly Statement[], areListsAsked: boolean) => ({
  ...ifKnown('sanctioned', isIn(said, 'sanction', 'Sanctions')),
  ...ifKnown('exposed', isIn(said, 'exposed', 'Pep')),
  ...ifKnown('debarred', isIn(said, 'debarment', 'Sanctions')),
  ...ifKnown('wanted', isWanted(said)),
  ...ifKnown('hit', isAnyHit(said) || (areListsAsked ? false : undefined)),
})

export function areDoubtful(said: readonly Statement[]): boolean | undefined {
  const found = listServices.flatMap((service) =>
    standingOf(said.filter((one) => one.service === service)).flatMap(
      (one) => hitsOfKind('sanction')(one) ?? [],
    ),
  )
  return found.length === 0 ? undefined : found.every(({ doubtful }) => doubtful === true)
}

/** Kinds of lists that should have been searched, but were searched by no standing answer. */
export function missingKinds(own: readonly Statement[]): readonly ListKind[] {
  const missing = listServices.flatMap((service) => {
    const standing = standingOf(own.filter((one) => one.service === service))
    const searched = standing.filter((one) => hitsOf(one) !== undefined)
    return searched
      .flatMap((one) => notSearchedOf(one.answer))
      .filter((kind) => searched.every((one) => notSearchedOf(one.answer).includes(kind)))
  })
  return [...new Set(missing)].toSorted()
}

/** The account, list and version of each standing hit, as codes and dates of the sources. */
export function namesOf<Name extends 'sanctionedBy' | 'exposedBy'>(
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
  // Safe because the only key is the fact's name.
  return (found.length > 0 ? { [name]: [...new Set(found)].toSorted() } : {}) as {
    [K in Name]?: string[]
  }
}

function isIn(
  said: readonly Statement[],
  kind: ListKind,
  service: (typeof listServices)[number],
): boolean | undefined {
  return isListed(said, kind) || areAny(said, service, hitsOfKind(kind))
}

const isWanted = (said: readonly Statement[]): boolean | undefined =>
  isListed(said, 'wanted') || areAny(said, 'ArrestWarrant', recordsOf)

/** Lists of wanted people contain only criminal cases, while a warrant may be civil. */
export const isCriminal = (said: readonly Statement[]): boolean | undefined =>
  isListed(said, 'wanted') || areAny(said, 'ArrestWarrant', warrantsOf('criminal'))

const isAnyHit = (said: readonly Statement[]): boolean =>
  listServices.some((service) => areAny(said, service, hitsOf) === true) ||
  areAny(said, 'ArrestWarrant', recordsOf) === true

const isListed = (said: readonly Statement[], kind: ListKind): boolean =>
  listServices.some((service) => areAny(said, service, hitsOfKind(kind)) === true)

const warrantsOf = (kind: 'criminal' | 'civil') => (one: Statement) =>
  recordsOf(one)?.filter((record) => warrantKindOf(record) === kind)

/** The hits of a kind; undefined when there are none and the source has not searched lists of that kind. */
const hitsOfKind = (kind: ListKind) => (one: Statement) => {
  const found = hitsOf(one)?.filter((match) => listKindsOf(one.service, match).includes(kind))
  return found?.length === 0 && notSearchedOf(one.answer).includes(kind) ? undefined : found
}

/** True when a standing statement has any; undefined when no statement can say. */
function areAny(
  said: readonly Statement[],
  service: string,
  read: (statement: Statement) => readonly object[] | undefined,
): boolean | undefined {
  const standing = standingOf(said.filter((one) => one.service === service))
  const found = standing.flatMap((one) => read(one)?.length ?? [])
  return found.length === 0 ? undefined : found.some((count) => count > 0)
}
