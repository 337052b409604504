// The parties behind the own person or company, and the ports by which lists are asked about each. A party without a
// number, or a foreign one, may be a person or a company, so both ports are asked. Pure.
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { isSameCompany, isSamePerson } from '#src/screening/answers/names.ts'
import { foreignOf } from '#src/screening/wire/request.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import type { Port } from '#src/screening/orders/port.ts'
import { isSamePartner, type Listed, type Partner } from './company-facts.ts'

/** No list of exposed companies exists. */
export const listsOf = {
  'person-check': ['Sanctions', 'Pep'],
  'company-check': ['Sanctions'],
} as const
export type ListPort = keyof typeof listsOf

const both = ['person-check', 'company-check'] as const satisfies ListPort[]

/** The ports for a party that the client names. A number that is neither a CPF nor a CNPJ is foreign. */
export function portsOf({ document }: Partner): readonly ListPort[] {
  const number = toDocument(document) ?? ''
  if (number.length === 14) return ['company-check']
  return number.length === 11 ? ['person-check'] : both
}

/** The ports that ask lists about somebody in the register. A number with hidden digits is still a number. */
export function portsOfListed({ kind, document }: Listed[number]): readonly ListPort[] {
  if (kind === 'foreign' || !document) return both
  return kind === 'company' || document.length === 14 ? ['company-check'] : ['person-check']
}

export type Party = {
  readonly ports: readonly ListPort[]
  /** Whether a check by that port was about the party; undefined when that is unknown. */
  readonly isAbout: (subject: Partner, port: ListPort) => boolean | undefined
}

type Sent = Pick<StoredFields, 'partners' | 'legalRepresentatives'>

/** Partners and representatives, as the client and the register name them. */
export const partiesOf = (
  { partners = [], legalRepresentatives = [] }: Sent,
  registered: Listed = [],
): readonly Party[] => [
  ...[...partners, ...legalRepresentatives].map((one) => toParty(one)),
  ...registered.map((one) => ({
    ports: portsOfListed(one),
    isAbout: (subject: Partner) => isAskedAboutListed(one, subject),
  })),
]

export const toParty = (one: Partner): Party => ({
  ports: portsOf(one),
  isAbout: (subject, port) => isAskedAbout(one, subject, port),
})

/**
 * Whether a check asked about the party, by its number and name as far as they are known, because lists are searched by
 * both.
 */
function isAskedAbout(one: Partner, subject: Partner, port: Port): boolean {
  const document = toDocument(one.document) ?? ''
  if (document !== '' && toDocument(subject.document) !== document) return false
  if (!one.name) return document !== ''
  const isSame = port === 'company-check' ? isSameCompany : isSamePerson
  return one.name === subject.name || isSame(one.name, subject.name) === true
}

/**
 * Whether a check asked about the party as the register names it, because a search by another name, or without the
 * number, would have missed it.
 */
export function isAskedAboutListed(one: Listed[number], subject: Partner): boolean {
  const isHidden = one.document === undefined || one.document.includes('*')
  return (isHidden || Boolean(toDocument(subject.document))) && isSamePartner(subject, one) === true
}

export type ListsQuery = {
  readonly port: ListPort
  readonly services: readonly string[]
  readonly subject: Partner
}

/**
 * The same question for the other port, when the subject may be a person or a company. Undefined when its number tells
 * which, when it has no name, or when no list is asked.
 */
export function ofOtherKind({ port, services, subject }: ListsQuery) {
  const { document = '', name } = subject
  const isAsked = services.some((service) => listsOf[port].some((one) => one === service))
  // The holder of a passport is a person.
  const isKnown = document !== '' || foreignOf(subject) !== undefined
  if (!isAsked || isKnown || name === undefined) return undefined
  const other = port === 'person-check' ? 'company-check' : 'person-check'
  return { port: other, services: listsOf[other], subject: { name } } as const
}
