// Who is known beside the own person or company, and by which ports lists are asked about each. Whoever has no number, or is
// foreign, may be a person or a company, and is asked about as both. Pure.
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { isSameCompany, isSamePerson } from '#src/screening/answers/names.ts'
import { foreignOf } from '#src/screening/wire/request.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import type { Port } from '#src/screening/orders/port.ts'
import { isSamePartner, type Listed, type Partner } from './company-facts.ts'

/** There is no list of exposed companies. */
export const listsOf = {
  'person-check': ['Sanctions', 'Pep'],
  'company-check': ['Sanctions'],
} as const
export type ListPort = keyof typeof listsOf

const both = ['person-check', 'company-check'] as const satisfies ListPort[]

/** As a client names somebody: a number that is neither a CPF nor a CNPJ is a foreign one. */
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
  /** Whether a check by that port was about it; undefined: nobody knows. */
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

/** By number and by name, as far as they are known: lists are searched by both. */
function isAskedAbout(one: Partner, subject: Partner, port: Port): boolean {
  const document = toDocument(one.document) ?? ''
  if (document !== '' && toDocument(subject.document) !== document) return false
  if (!one.name) return document !== ''
  const isSame = port === 'company-check' ? isSameCompany : isSamePerson
  return one.name === subject.name || isSame(one.name, subject.name) === true
}

/** As the register names it: a client that sends another name, or leaves the number out, has it looked for in vain. */
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
 * The same question to the port of the other kind, for somebody who may be a person or a company; undefined where a
 * number says which, there is no name, or no list is asked.
 */
export function ofOtherKind({ port, services, subject }: ListsQuery) {
  const { document = '', name } = subject
  const isAsked = services.some((service) => listsOf[port].some((one) => one === service))
  // Whoever has a passport is a person.
  const isKnown = document !== '' || foreignOf(subject) !== undefined
  if (!isAsked || isKnown || name === undefined) return undefined
  const other = port === 'person-check' ? 'company-check' : 'person-check'
  return { port: other, services: listsOf[other], subject: { name } } as const
}
