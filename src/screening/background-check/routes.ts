import { z } from 'zod'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { checkMonitoringEnded } from '#src/screening/checks/kinds.ts'
import type { CompanySubject, PersonSubject } from '#src/screening/wire/request.ts'
import { type CheckOrder, requestCheck } from '#src/screening/checks/request.ts'
import { findCheck, listChecks, updateCheck } from '#src/screening/orders/store.ts'
import { type ListPort, ofOtherKind } from '#src/screening/facts/parties.ts'
import { companyOf, hasSubject, personOf } from '#src/screening/answers/subject.ts'
import { type By, byCaller } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { demandKey } from '#src/platform/idempotency/read-key.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { findTransaction, readFields } from '#src/journey/transaction/store.ts'
import { companyServices, personServices } from '#src/journey/transaction/parts-schema.ts'
import { module, readChecks, toCompany, toPerson } from './record.ts'
import { BackgroundCheck, BackgroundCheckReference, CheckCompany, CheckPerson } from './schema.ts'

const id = z.uuid().meta({ description: 'The transaction.' })
const one = { id, backgroundCheckId: z.uuid().meta({ description: 'The check.' }) }
const tag = 'Background check'
const same =
  'The same services and parameters in one transaction are the same check while it is under way and for 24 hours after: it is answered again and nothing is bought; only what had failed is tried anew. Of which nobody knows whether it was bought is not: 409 `purchase-uncertain` when nothing else is left, unless `again` says so.'

const checkPerson = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/backgroundcheck'],
  operationId: 'checkPerson',
  summary: 'Check a person',
  description: `Buys each service from the accounts that have it. Known services: ${personServices.map((name) => `\`${name}\``).join(', ')}. ${same}`,
  tag,
  request: { param: z.object({ id }), json: CheckPerson },
  responses: { 200: { description: 'The check.', body: BackgroundCheckReference } },
  problems: ['not-found', 'no-subject', 'purchase-uncertain', 'limit-reached'],
})

const checkCompany = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/backgroundcheck/company'],
  operationId: 'checkCompany',
  summary: 'Check a company',
  description: `Buys each service from the accounts that have it. Known services: ${companyServices.map((name) => `\`${name}\``).join(', ')}. ${same}`,
  tag,
  request: { param: z.object({ id }), json: CheckCompany },
  responses: { 200: { description: 'The check.', body: BackgroundCheckReference } },
  problems: ['not-found', 'no-subject', 'purchase-uncertain', 'limit-reached'],
})

const listBackgroundChecks = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/backgroundcheck'],
  operationId: 'listBackgroundChecks',
  audits: 'record.read',
  summary: 'List background checks',
  description: 'Newest first, those that started by themselves too.',
  tag,
  request: { param: z.object({ id }) },
  responses: { 200: { description: 'The checks.', body: z.array(BackgroundCheck) } },
  problems: ['not-found'],
})

const readBackgroundCheck = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/backgroundcheck/{backgroundCheckId}'],
  operationId: 'readBackgroundCheck',
  audits: 'record.read',
  summary: 'Read a background check',
  description:
    'The newest result of each service. A service that failed says why; it is no verdict on the person or company.',
  tag,
  request: { param: z.object(one) },
  responses: { 200: { description: 'The check.', body: BackgroundCheck } },
  problems: ['not-found'],
})

const endMonitoring = defineRoute({
  method: 'delete',
  paths: ['/v1/transaction/{id}/backgroundcheck/{backgroundCheckId}/monitoring'],
  operationId: 'endMonitoring',
  summary: 'End the monitoring of a check',
  description:
    'A check of a transaction with `services.everyDays` is not made again any more; its results stay. Repeated, it answers alike.',
  tag,
  request: { param: z.object(one) },
  responses: { 204: { description: 'It is not made again.' } },
  problems: ['not-found'],
})

type About = Omit<CheckOrder, 'module' | 'port' | 'subject'> & {
  readonly port: ListPort
  readonly subject: PersonSubject | CompanySubject
  readonly again: boolean
  readonly by: By
}

export function backgroundCheckRoutes(deps: ScreeningDeps): Mounted[] {
  const { reads, sealer } = deps

  async function ask(tx: Db, locked: Locked, { again, by, ...about }: About) {
    if (!hasSubject(about.subject)) return refuse('no-subject')
    const asked = { module, ...about } as const
    const requested = await requestCheck({ ...deps, tx, locked }, asked, { again, by })
    if (requested.kind === 'purchase-uncertain') return refuse('purchase-uncertain')
    if (requested.kind === 'limit-reached') {
      const { retryAfterSeconds } = requested
      return refuse('limit-reached', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
    }
    // The repeated question to the other port is left out when the cap does not allow it.
    const other = ofOtherKind(asked)
    if (other) await requestCheck({ ...deps, tx, locked }, { ...asked, ...other }, { again, by })
    return reply(200, { transactionId: locked.id, backgroundCheckId: requested.check.id })
  }

  return [
    mountChange(deps, checkPerson, async (change) => {
      const { request, tx, lock } = change
      const { services, checkParams, legalBasis, again = false } = request.json
      const by = byCaller(change.principal, change.requestId)
      if (again) demandKey(change)
      const locked = await lock(request.param.id)
      const subject = personOf(await readFields(sealer, locked), toPerson(checkParams))
      return ask(tx, locked, { port: 'person-check', services, subject, legalBasis, again, by })
    }),
    mountChange(deps, checkCompany, async (change) => {
      const { request, tx, lock } = change
      const { services, checkParams, legalBasis, again = false } = request.json
      const by = byCaller(change.principal, change.requestId)
      if (again) demandKey(change)
      const locked = await lock(request.param.id)
      const subject = companyOf(await readFields(sealer, locked), toCompany(checkParams))
      return ask(tx, locked, { port: 'company-check', services, subject, legalBasis, again, by })
    }),
    mount(listBackgroundChecks, async ({ request, principal }) => {
      const found = await findTransaction(reads, principal, request.param.id)
      if (!found) return refuse('not-found')
      const checks = await listChecks(reads, found.id, module)
      return reply(200, await readChecks(reads, sealer, found, checks))
    }),
    mount(readBackgroundCheck, async ({ request, principal }) => {
      const { id: transactionId, backgroundCheckId } = request.param
      const found = await findTransaction(reads, principal, transactionId)
      const check = found && (await findCheck(reads, backgroundCheckId))
      if (!check || check.transactionId !== found.id || check.module !== module)
        return refuse('not-found')
      const [shown] = await readChecks(reads, sealer, found, [check])
      return shown ? reply(200, shown) : refuse('not-found')
    }),
    mountChange(deps, endMonitoring, async ({ request, tx, lock }) => {
      const locked = await lock(request.param.id)
      const check = await findCheck(tx, request.param.backgroundCheckId)
      if (!check || check.transactionId !== locked.id || check.module !== module)
        return refuse('not-found')
      if (check.everyDays === null) return reply(204)
      await updateCheck(tx, check.id, { everyDays: null })
      append(locked, { kind: checkMonitoringEnded, module, ref: check.id })
      return reply(204)
    }),
  ]
}
