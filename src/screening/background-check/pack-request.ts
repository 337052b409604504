// The checks that a run of a pack needs: the services that a verdict rests on and those that the client requests, about
// the transaction's own person or company; and lists about the people behind a company, as the client and the register
// name them.
import { canBeAsked, type CompanySubject, type PersonSubject } from '#src/screening/wire/request.ts'
import type { CheckOrder } from '#src/screening/checks/request.ts'
import { companyOf, numberOf, personOf, toDocument } from '#src/screening/answers/subject.ts'
import { isKnownService } from '#src/screening/wire/own-services.ts'
import {
  isAskedAboutListed,
  listsOf,
  type ListPort,
  portsOf,
  portsOfListed,
} from '#src/screening/facts/parties.ts'
import type { Listed } from '#src/screening/facts/company-facts.ts'
import { toName } from '#src/journey/names/fold.ts'
import { isPerson } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { About } from '#src/screening/checks/rules.ts'
import { module } from './record.ts'

const usual = {
  person: ['BasicInfos', 'Sanctions', 'Pep'],
  company: ['CompanyRegistry', 'Sanctions'],
} as const

export type PackOrder = CheckOrder & {
  readonly subject: PersonSubject | CompanySubject
  /**
   * Asked only when all else has ended: about people whom the register alone names, or for whom the agenda may have no
   * room before.
   */
  readonly isFurther?: true
  /** An additional source, for which a verdict does not wait when it cannot be asked. */
  readonly isBesides?: true
}

/** The most parties, so that their tasks fit on one agenda. */
const partiesMax = 20
const partyServicesMax = 2 * partiesMax

/**
 * Leaves out the services that need a CPF when the person has none, so that lists alone can answer. If no service would
 * remain, all stay and fail.
 */
function askable(services: readonly string[], fields: StoredFields): readonly string[] {
  if (!isPerson(fields)) return services
  const left = services.filter((service) => canBeAsked(numberOf(fields), service))
  return left.length > 0 ? left : services
}

type Narrowed = {
  readonly services?: readonly string[] | undefined
  readonly about?: About | undefined
  /** The people whom the register names, once it has answered. */
  readonly registered?: Listed
}

/**
 * Orders the checks of a run, the own person or company first. `services` and `about` limit them to what a step asks
 * for.
 */
export function askedByPack(
  fields: StoredFields,
  { services, about = 'both', registered = [] }: Narrowed = {},
): readonly PackOrder[] {
  const isCompany = fields.documentType === 'cnpj'
  const { bcheck = [], legalBasis } = fields.services ?? {}
  const needed = askable(usual[isCompany ? 'company' : 'person'], fields)
  const own: Omit<PackOrder, 'services'> = {
    module,
    port: isCompany ? 'company-check' : 'person-check',
    legalBasis,
    subject: isCompany ? companyOf(fields) : personOf(fields),
  }
  // A check that the creation has requested is the same check, so it is not bought again.
  const wanted = services && askable(services, fields)
  const first: PackOrder = { ...own, services: wanted ?? (bcheck.length > 0 ? bcheck : needed) }
  const missing = services ? [] : needed.filter((service) => !first.services.includes(service))
  const all: PackOrder[] =
    about === 'parties'
      ? []
      : [first, ...(missing.length > 0 ? [{ ...own, services: missing }] : [])]
  if (!isCompany || about === 'own') return all
  const ofOwn = services?.filter((one) => !isKnownService(one)) ?? []
  const besides = ofOwn.length > 0 ? askOwn(ofOwn, fields, registered) : []
  const further = besides.map((one): PackOrder => ({ module, legalBasis, ...one }))
  if (services?.includes('Sanctions') === false) return [...all, ...further]
  const parties = partiesOf(fields, registered).map(({ port, ...party }): PackOrder => ({
    module,
    port,
    services: listsOf[port],
    legalBasis,
    ...party,
  }))
  if (services) return [...all, ...parties, ...further]
  const representatives = representativesOf(fields).map((subject): PackOrder => {
    return { module, port: 'person-check', services: ['BasicInfos'], legalBasis, subject, isBesides: true } // prettier-ignore
  })
  return [...all, ...parties, ...representatives]
}

type Party = {
  readonly port: ListPort
  readonly subject: PersonSubject
  readonly isFurther?: true
}

/**
 * Lists each party once for each of its ports. Parties without a name are left out, because lists are searched by name.
 */
function partiesOf(
  { partners = [], legalRepresentatives = [] }: StoredFields,
  registered: Listed,
): Party[] {
  const sent = named([...partners, ...legalRepresentatives]).flatMap((subject) =>
    portsOf(subject).map((port): Party => ({ port, subject })),
  )
  const others = registered.flatMap((one) => {
    const isSent = (port: ListPort) =>
      sent.some((party) => party.port === port && isAskedAboutListed(one, party.subject))
    const missing = portsOfListed(one).filter((port) => !isSent(port))
    return named([shown(one)]).flatMap((subject) =>
      missing.map((port): Party => ({ port, subject, isFurther: true })),
    )
  })
  const byKey = new Map([...sent, ...others].map((one) => [keyOf(one), one]))
  return whatFits([...byKey.values()])
}

/**
 * Orders each own service about each party once, by number if it has one. A party that only the register names is asked
 * about as the register shows it, so a hidden number is a question that cannot be answered.
 */
function askOwn(
  services: readonly string[],
  { partners = [], legalRepresentatives = [] }: StoredFields,
  registered: Listed,
): Pick<PackOrder, 'port' | 'services' | 'subject' | 'isFurther'>[] {
  const sent = [...partners, ...legalRepresentatives].map(asParty)
  const listed = registered
    .filter((one) => !sent.some((subject) => isAskedAboutListed(one, subject)))
    .map((one) => asParty(shown(one)))
  const byKey = new Map(
    [...sent, ...listed].map((one) => [one.document ?? one.name ?? '', one] as const),
  )
  return [...byKey].flatMap(([key, subject]) => {
    const port = subject.document?.length === 14 ? 'company-check' : 'person-check'
    return key === '' ? [] : [{ port, services, subject, isFurther: true as const }]
  })
}

type Named = { readonly document?: string | undefined; readonly name?: string | undefined }

function asParty({ document, name }: Named): PersonSubject {
  const number = toDocument(document)
  const called = toName(name)
  return { ...(number && { document: number }), ...(called !== undefined && { name: called }) }
}

const keyOf = ({ port, subject: { document = '', name } }: Party) => `${port} ${document} ${name}`

function whatFits(all: readonly Party[]): Party[] {
  let left = partyServicesMax
  return all.filter(({ port }) => (left -= listsOf[port].length) >= 0)
}

/** A number that the register shows only in part cannot be searched by. */
const shown = ({ name, document = '' }: Listed[number]) =>
  document.includes('*') ? { name } : { name, document }

function named(all: readonly Named[]): PersonSubject[] {
  return all.map(asParty).filter(({ name }) => name !== undefined)
}

/** Representatives with a CPF: only about them a register can say whether they live. */
function representativesOf({ legalRepresentatives = [] }: StoredFields): PersonSubject[] {
  const people = named(legalRepresentatives).filter(({ document }) => document?.length === 11)
  const byNumber = new Map(people.map((one) => [one.document, one]))
  return [...byNumber.values()].slice(0, partiesMax)
}
