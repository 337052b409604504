// What a run of a pack needs of its transaction: the services that it asks for, else the usual ones, about its own
// person or company; and the lists about who stands behind a company.
import type { CompanySubject, PersonSubject } from '#src/screening/wire/request.ts'
import type { CheckOrder } from '#src/screening/checks/request.ts'
import { companyOf, personOf, toDocument } from '#src/screening/answers/subject.ts'
import { toName } from '#src/journey/names/fold.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { module } from './record.ts'

const usual = {
  person: ['BasicInfos', 'Sanctions', 'Pep'],
  company: ['CompanyRegistry', 'Sanctions'],
} as const

type OwnAsked = CheckOrder & { readonly subject: PersonSubject | CompanySubject }

/** Of a company with lists its partners and representatives are in them too, by as many names as an agenda bears. */
const partiesMax = 20

/** The own person or company first. */
export function askedByPack(fields: StoredFields): readonly [OwnAsked, ...OwnAsked[]] {
  const isCompany = fields.documentType === 'cnpj'
  const { bcheck = [], legalBasis } = fields.services ?? {}
  const own: OwnAsked = {
    module,
    port: isCompany ? 'company-check' : 'person-check',
    services: bcheck.length > 0 ? bcheck : usual[isCompany ? 'company' : 'person'],
    legalBasis,
    subject: isCompany ? companyOf(fields) : personOf(fields),
  }
  if (!isCompany || !own.services.includes('Sanctions')) return [own]
  const parties = partiesOf(fields).map((subject): OwnAsked => {
    const isFirm = subject.document?.length === 14
    return {
      module,
      port: isFirm ? 'company-check' : 'person-check',
      services: isFirm ? ['Sanctions'] : ['Sanctions', 'Pep'],
      legalBasis,
      subject,
    }
  })
  return [own, ...parties]
}

/** Once each, and with a name: lists are searched by it. */
function partiesOf({ partners = [], legalRepresentatives = [] }: StoredFields): PersonSubject[] {
  const named = [...partners, ...legalRepresentatives].flatMap(({ document, name }) => {
    const number = toDocument(document)
    const called = toName(name)
    return called === undefined ? [] : [{ ...(number && { document: number }), name: called }]
  })
  const byKey = new Map(named.map((one) => [`${one.document ?? ''} ${one.name}`, one]))
  return [...byKey.values()].slice(0, partiesMax)
}
