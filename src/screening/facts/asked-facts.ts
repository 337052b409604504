// Finds out who was asked about, because a list that was not asked does not make anybody clean. Pure.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { checks, others } from '#src/journey/facts/vocabulary/checks.ts'
import { comparabilityOf } from '#src/journey/names/fold.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { itemsMax, type ListKind } from '#src/screening/wire/schema.ts'
import { notSearchedOf } from '#src/screening/answers/coverage.ts'
import { kindOfService } from '#src/screening/answers/kinds-of-hits.ts'
import type { Listed, Partner } from './company-facts.ts'
import { isAskedByName } from './ownership.ts'
import { listsOf, type ListPort, partiesOf, type Party } from './parties.ts'
import { hitsOf, recordsOf, standingOf } from './standing.ts'
import type { Statement } from './statements.ts'

type Sent = Pick<StoredFields, 'documentType' | 'name' | 'partners' | 'legalRepresentatives'>

export function describeAsked(
  said: readonly Statement[],
  sent: Sent,
): Pick<GroupFacts<typeof checks>, 'listsAsked' | 'listsAskedInPart' | 'warrantsAsked'> {
  const port = sent.documentType === 'cnpj' ? 'company-check' : 'person-check'
  const own = said.filter(
    (one) => one.isOwn && one.port === port && isAskedByName(one.subject, sent),
  )
  const haveSearched = (by: readonly Statement[]) =>
    listsOf[port].every((service) => hasSearched(by, service))
  const listsAsked = haveSearched(own.filter(isComparedWhole))
  return {
    listsAsked,
    listsAskedInPart: !listsAsked && haveSearched(own),
    warrantsAsked: own.some(
      (one) => one.service === 'ArrestWarrant' && recordsOf(one) !== undefined,
    ),
  }
}

/** Absent when no partner and no representative is known. */
export function describeOthersAsked(
  said: readonly Statement[],
  sent: Sent,
  registered: Listed = [],
): Pick<GroupFacts<typeof others>, 'listsAsked' | 'listsAskedInPart'> {
  const known = partiesOf(sent, registered)
  if (known.length === 0) return {}
  const about = said.filter((one) => comparabilityIn(one) !== 'none')
  const areCovered = (by: readonly Statement[]) => isWhole(registered) && haveAnswered(by, known)
  const listsAsked = areCovered(about.filter(isComparedWhole))
  return { listsAsked, listsAskedInPart: !listsAsked && areCovered(about) }
}

/** A question by number alone is compared completely. */
const comparabilityIn = ({ subject }: Statement) =>
  'name' in subject && subject.name !== undefined ? comparabilityOf(subject.name) : 'whole'

/** Whether the name can be compared completely; a name that cannot may be on a list without being found. */
export const isComparedWhole = (one: Statement): boolean => comparabilityIn(one) === 'whole'

/** False when the list may have been cut at its maximum, because others are then unknown. */
export const isWhole = (registered: Listed = []): boolean => registered.length < itemsMax

/** Whether the lists have answered about each party, by each of the party’s ports. */
export const haveAnswered = (said: readonly Statement[], known: readonly Party[]): boolean =>
  known.every((party) =>
    party.ports.every((port) => {
      const about = aboutParty(said, party, port)
      return listsOf[port].every((service) => hasSearched(about, service))
    }),
  )

/** Whether a service has answered about each party that it applies to; with `kind`, by lists of that kind. */
export const hasAnswered = (
  said: readonly Statement[],
  known: readonly Party[],
  { service, kind }: { readonly service: string; readonly kind?: ListKind },
): boolean =>
  known.every((party) =>
    party.ports
      .filter((port) => port === 'person-check' || service === 'Sanctions')
      .every((port) => hasSearched(aboutParty(said, party, port), service, kind)),
  )

const aboutParty = (said: readonly Statement[], { isAbout }: Party, port: ListPort): Statement[] =>
  said.filter(
    (one) => !one.isOwn && one.port === port && isAbout(one.subject as Partner, port) === true,
  )

function hasSearched(
  said: readonly Statement[],
  service: string,
  kind: ListKind | undefined = kindOfService[service],
): boolean {
  const standing = standingOf(said.filter((one) => one.service === service))
  if (service === 'ArrestWarrant') return standing.some((one) => recordsOf(one) !== undefined)
  return standing.some(
    (one) =>
      hitsOf(one) !== undefined && !notSearchedOf(one.answer).some((missing) => missing === kind),
  )
}
