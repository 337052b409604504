import type { ServiceDeps } from '#src/main/capability.ts'
import { requestCheck } from '#src/screening/checks/request.ts'
import { companyOf, hasSubject, personOf } from '#src/screening/checks/subject.ts'
import { defineTask, type TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { backgroundCheckStarted, isFresh, startTask } from './kinds.ts'
import { module } from './record.ts'

const usual = {
  person: ['BasicInfos', 'Sanctions', 'Pep'],
  company: ['CompanyRegistry', 'Sanctions'],
} as const

/** What a run of a pack needs is asked for with the transaction's own data. */
export function backgroundCheckTasks(deps: ServiceDeps): TaskDefinition[] {
  return [
    defineTask(startTask, async (tx, locked, { ref, key }) => {
      const fields = await readFields(deps.sealer, locked)
      const isCompany = fields.documentType === 'cnpj'
      const subject = isCompany ? companyOf(fields) : personOf(fields)
      const asked = fields.services?.bcheck ?? []
      const services = asked.length > 0 ? asked : usual[isCompany ? 'company' : 'person']
      const port = isCompany ? 'company-check' : 'person-check'
      const requested = hasSubject(subject)
        ? await requestCheck(
            { ...deps, tx, locked },
            { module, port, services, subject },
            { capped: false, fresh: isFresh({ key }) },
          )
        : undefined
      append(locked, {
        kind: backgroundCheckStarted,
        module,
        ref,
        code: requested?.kind ?? 'no-subject',
      })
    }),
  ]
}
