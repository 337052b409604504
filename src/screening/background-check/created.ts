// Opens the check that a transaction requests with its creation, and repeats it on its schedule.
import { requestCheck, type RequestDeps } from '#src/screening/checks/request.ts'
import { companyOf, hasSubject, personOf } from '#src/screening/answers/subject.ts'
import type { OnCreated } from '#src/journey/capabilities/created.ts'
import { module } from './record.ts'

export const startByItself =
  (deps: RequestDeps): OnCreated =>
  async ({ fields, ...created }) => {
    const { bcheck: services = [], everyDays, legalBasis } = fields.services ?? {}
    if (services.length === 0) return
    const isCompany = fields.documentType === 'cnpj'
    const subject = isCompany ? companyOf(fields) : personOf(fields)
    if (!hasSubject(subject)) return
    const port = isCompany ? 'company-check' : 'person-check'
    const asked = { module, port, services, subject, everyDays, legalBasis } as const
    // The transaction is stored whatever the cap says: over it the services have failed.
    await requestCheck({ ...deps, ...created }, asked, { capped: false })
  }
