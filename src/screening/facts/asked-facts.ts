// Who was asked about at all: a list that was not asked is not a clean one. Pure.
import type { GroupFacts } from '#src/journey/facts/vocabulary/fact.ts'
import type { checks, others } from '#src/journey/facts/vocabulary/evidence.ts'
import { comparabilityOf } from '#src/journey/names/fold.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { itemsMax } from '#src/screening/wire/schema.ts'
import { notSearchedOf } from '#src/screening/answers/coverage.ts'
import { isSamePartner, type Listed, type Partner } from './company-facts.ts'
import { kindOfService } from '#src/screening/answers/kinds-of-hits.ts'
import { isSameCompany, isSamePerson } from '#src/screening/answers/names.ts'
import { isAskedByName } from './ownership.ts'
import { hitsOf, recordsOf, standingOf } from './standing.ts'
import type { Statement } from './statements.ts'
import { toDocument } from '#src/screening/answers/subject.ts'

type Sent = Pick<StoredFields, 'documentType' | 'name' | 'partners' | 'legalRepresentatives'>

/** There is no list of exposed companies. */
const listsOf = { 'person-check': ['Sanctions', 'Pep'], 'company-check': ['Sanctions'] } as const
type Asked = keyof typeof listsOf

export function describeAsked(
  said: readonly Statement[],
  sent: Sent,
): Pick<GroupFacts<typeof checks>, 'listsAsked' | 'listsAskedInPart' | 'warrantsAsked'> {
  const port = sent.documentType === 'cnpj' ? 'company-check' : 'person-check'
  const own = said.filter(
    (one) => one.isOwn && one.port === port && isAskedByName(one.subject, sent),
  )
  const listsAsked = haveAnswered(own.filter(isWhole), port)
  return {
    listsAsked,
    listsAskedInPart: !listsAsked && haveAnswered(own, port),
    warrantsAsked: own.some(
      (one) => one.service === 'ArrestWarrant' && recordsOf(one) !== undefined,
    ),
  }
}

/** Absent where no partner and no representative is known. */
export function describeOthersAsked(
  said: readonly Statement[],
  { partners = [], legalRepresentatives = [] }: Sent,
  registered: Listed = [],
): Pick<GroupFacts<typeof others>, 'listsAsked' | 'listsAskedInPart'> {
  const about = said.filter((one) => !one.isOwn && comparabilityIn(one) !== 'none')
  const sent = [...partners, ...legalRepresentatives]
  if (sent.length + registered.length === 0) return {}
  // A list that was cut names others whom nobody knows.
  const areAllKnown = registered.length < itemsMax
  const areCovered = (by: readonly Statement[]) =>
    areAllKnown &&
    sent.every((one) => isCovered(by, portOf(one), (party) => isAskedAbout(one, party))) &&
    registered.every((one) =>
      isCovered(by, portOfListed(one), (party) => isAskedAboutListed(one, party)),
    )
  const listsAsked = areCovered(about.filter(isWhole))
  return { listsAsked, listsAskedInPart: !listsAsked && areCovered(about) }
}

/** Who was asked about by a number alone was asked about wholly. */
const comparabilityIn = ({ subject }: Statement) =>
  'name' in subject && subject.name !== undefined ? comparabilityOf(subject.name) : 'whole'

const isWhole = (one: Statement): boolean => comparabilityIn(one) === 'whole'

/** Who is no company is asked about as a person. */
export const portOfListed = ({ kind }: Listed[number]): Asked =>
  kind === 'company' ? 'company-check' : 'person-check'

const portOf = ({ document }: Partner): Asked =>
  toDocument(document)?.length === 14 ? 'company-check' : 'person-check'

const isCovered = (
  said: readonly Statement[],
  port: Asked,
  isAbout: (party: Partner) => boolean | undefined,
): boolean =>
  haveAnswered(
    said.filter((one) => one.port === port && isAbout(one.subject as Partner) === true),
    port,
  )

function haveAnswered(said: readonly Statement[], port: Asked): boolean {
  const services: readonly string[] = listsOf[port]
  return services.every((service) =>
    standingOf(said.filter((one) => one.service === service)).some(
      (one) =>
        hitsOf(one) !== undefined &&
        !notSearchedOf(one.answer).some((kind) => kind === kindOfService[service]),
    ),
  )
}

/** By number and by name, as far as the transaction has them: lists are searched by both. */
function isAskedAbout(one: Partner, party: Partner): boolean {
  const document = toDocument(one.document) ?? ''
  if (document !== '' && toDocument(party.document) !== document) return false
  if (!one.name) return document !== ''
  const isSame = portOf(one) === 'company-check' ? isSameCompany : isSamePerson
  return one.name === party.name || isSame(one.name, party.name) === true
}

/** As the register names it: a client that sends another name, or leaves the number out, has it looked for in vain. */
export function isAskedAboutListed(one: Listed[number], party: Partner): boolean {
  const isHidden = one.document === undefined || one.document.includes('*')
  return (isHidden || Boolean(toDocument(party.document))) && isSamePartner(party, one) === true
}
