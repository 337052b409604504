// What a run of a pack needs of its transaction: the services that it asks for, else the usual ones, about its own
// person or company.
import type { CompanySubject, PersonSubject } from '#src/screening/checks/port.ts'
import type { Asked } from '#src/screening/checks/request.ts'
import { companyOf, personOf } from '#src/screening/checks/subject.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { module } from './record.ts'

const usual = {
  person: ['BasicInfos', 'Sanctions', 'Pep'],
  company: ['CompanyRegistry', 'Sanctions'],
} as const

type OwnAsked = Asked & { readonly subject: PersonSubject | CompanySubject }

export function askedByPack(fields: StoredFields): OwnAsked {
  const isCompany = fields.documentType === 'cnpj'
  const { bcheck = [], legalBasis } = fields.services ?? {}
  return {
    module,
    port: isCompany ? 'company-check' : 'person-check',
    services: bcheck.length > 0 ? bcheck : usual[isCompany ? 'company' : 'person'],
    legalBasis,
    subject: isCompany ? companyOf(fields) : personOf(fields),
  }
}
