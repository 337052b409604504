import type { Capability, OnCorrected, OnCreated } from '#src/journey/capabilities/capability.ts'
import type { RequestDeps, ScreeningDeps } from '#src/screening/orders/deps.ts'
import { judgementRoutes } from './judgement-routes.ts'
import type { OwnServices } from '#src/screening/wire/own-schema.ts'
import { backgroundCheckModule, backgroundCheckStarted, backgroundCheckWanted } from './module.ts'
import { backgroundCheckRoutes } from './routes.ts'
import { backgroundCheckTasks } from './tasks.ts'
import { requestCheck } from '#src/screening/checks/request.ts'
import { companyOf, hasSubject, personOf } from '#src/screening/answers/subject.ts'
import { module } from './record.ts'

const startByItself =
  (deps: RequestDeps): OnCreated =>
  async ({ fields, ...created }) => {
    const { bcheck: services = [], everyDays, legalBasis } = fields.services ?? {}
    const isCompany = fields.documentType === 'cnpj'
    const subject = isCompany ? companyOf(fields) : personOf(fields)
    if (!hasSubject(subject)) return
    const port = isCompany ? 'company-check' : 'person-check'
    const asked = { module, port, services, subject, everyDays, legalBasis } as const
    // The transaction is stored whatever the cap says; over the cap its services fail.
    await requestCheck({ ...deps, ...created }, asked, { capped: false })
  }

const ofPerson = ['name', 'socialName', 'birthdate', 'mothersName', 'fatherName']
/**
 * Fields about other subjects of a check. Their correction takes nothing back, because those who were asked about
 * before stay so.
 */
const ofParties = ['partners', 'legalRepresentatives', 'secondaryDocument', 'secondaryDocumentType']

/**
 * After a change of the person's data nothing was asked about the new name, and an official base's answer was about the
 * old data too.
 */
const takeBackChecks: OnCorrected = async ({ names }) => ({
  anew: names.some((name) => ofPerson.includes(name)) ? ['backgroundCheck', 'officialMatch'] : [],
  again: names.some((name) => ofParties.includes(name)) ? ['backgroundCheck'] : [],
})

/** `own` are services of the tenant's vendors that packs may ask for as well. */
export const backgroundCheckWith = (own: OwnServices): Capability<ScreeningDeps> => ({
  name: 'background-check',
  kinds: [backgroundCheckWanted, backgroundCheckStarted],
  tasks: backgroundCheckTasks,
  routes: (deps) => [...backgroundCheckRoutes(deps), ...judgementRoutes(deps)],
  created: { appliesTo: ({ services }) => (services?.bcheck ?? []).length > 0, add: startByItself },
  corrected: () => takeBackChecks,
  module: backgroundCheckModule(own),
})

export const backgroundCheck = backgroundCheckWith(new Map())
