import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import { type ChangeDeps, mountAtOnce } from '#src/journey/commit/change.ts'
import { reply } from '#src/platform/http/reply.ts'
import {
  defineRoute,
  type Mounted,
  mount,
  type Principal,
  type RouteLink,
} from '#src/platform/http/route.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { TimelineEntry, toTimeline } from '#src/journey/journal/schema.ts'
import type { ReadDetails } from '#src/journey/capabilities/details.ts'
import { CreateTransaction, toAnswer, Transaction } from '#src/journey/transaction/schema.ts'
import { createTransaction } from './create.ts'
import { createAtOnce } from './create-at-once.ts'
import type { Creating } from './creating.ts'
import { findSubmitted, readFields, type Submitted } from '#src/journey/transaction/store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { transactionFacts } from '#src/journey/facts/own-facts.ts'
import { clockSettled, transactionKinds } from './kinds.ts'
import { type AgendaDeps, agendaRoutes } from './agenda-routes.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'Transaction'

const leadsTo = (operationId: string, description: string, more = {}, name = 'id'): RouteLink => ({
  operationId,
  description,
  parameters: { [name]: '$response.body#/id', ...more },
})

/** The links from a created transaction to the operations that can follow. */
const created: Record<string, RouteLink> = {
  transaction: leadsTo('getTransaction', 'The transaction.'),
  timeline: leadsTo('getTimeline', 'What happens to it.'),
  emailToken: leadsTo('createEmailToken', 'Confirms its e-mail address.'),
  smsToken: leadsTo('createSmsToken', 'Confirms its phone.'),
  sms2fa: leadsTo('createSms2fa', 'Asks its phone by SMS.'),
  whatsapp2fa: leadsTo('createWhatsapp2fa', 'Asks its phone by WhatsApp.'),
  liveness: leadsTo('createLiveness', 'Sends a selfie.'),
  backgroundCheck: leadsTo('checkPerson', 'Asks registers about the person.'),
  linkVerification: leadsTo('readLinkVerification', 'A page that the person walks.'),
  insights: leadsTo('getInsights', 'What its data tell.'),
  pack: leadsTo(
    'queryPack',
    'Starts a pack for it, and reads what there is.',
    { packName: 'basic' },
    'transactionId',
  ),
}

const postTransaction = defineRoute({
  method: 'post',
  paths: ['/v1/transaction'],
  operationId: 'createTransaction',
  summary: 'Create a transaction',
  description:
    'Only `documentType` and `document` are required. Every field that is sent is stored sealed and echoed; one that is not sent is absent, except `verifiedEmail` and `type`. The key of a creation whose transaction was erased or restricted since then answers 404.',
  tag,
  request: { json: CreateTransaction },
  responses: { 201: { description: 'The stored transaction.', body: Transaction, links: created } },
  problems: ['not-found'],
})

const getTransaction = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}'],
  operationId: 'getTransaction',
  summary: 'Read a transaction',
  description: 'The same as its creation answered.',
  tag,
  audits: 'record.read',
  request: { param },
  responses: { 200: { description: 'The stored transaction.', body: Transaction } },
  problems: ['not-found'],
})

const getTimeline = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/timeline'],
  operationId: 'getTimeline',
  summary: 'Read the timeline of a transaction',
  description:
    'The journal of the transaction: ids, codes and times, and no personal data. A score shows which rules made it.',
  tag,
  request: { param },
  responses: { 200: { description: 'Oldest first.', body: z.array(TimelineEntry) } },
  problems: ['not-found'],
})

export type TransactionDeps = ChangeDeps & {
  readonly reads: Db
  readonly creating: Creating
  readonly details: ReadDetails
}

function transactionRoutes(deps: TransactionDeps): Mounted[] {
  const { reads, sealer } = deps
  const find = async (principal: Principal, id: string): Promise<Submitted> => {
    const found = await findSubmitted(reads, principal, id)
    if (!found) throw new Problem('not-found')
    return found
  }
  return [
    mountAtOnce(deps, postTransaction, {
      atOnce: ({ keyed, call, owner }) =>
        createAtOnce(deps, { keyed, creator: owner, fields: call.request.json }),
      async decide({ request: { json: fields }, principal, tx, adopt }) {
        const locked = adopt(await createTransaction(tx, sealer, principal, fields))
        await deps.creating.add({ tx, sealer, locked, fields })
        return reply(201, toAnswer(fields, locked))
      },
    }),
    mount(getTransaction, async ({ request, principal }) => {
      const found = await find(principal, request.param.id)
      return reply(200, toAnswer(await readFields(sealer, found), found))
    }),
    mount(getTimeline, async ({ request, principal }) => {
      const transaction = await find(principal, request.param.id)
      const entries = await readJournal(reads, transaction.id, 0, 10_000)
      const details = await deps.details({ db: reads, sealer, transaction, entries })
      return reply(200, toTimeline(entries, details))
    }),
  ]
}

export const transaction: Capability<TransactionDeps & AgendaDeps> = {
  name: 'transaction',
  kinds: transactionKinds,
  tasks: () => [settleClock],
  routes: (deps) => [...transactionRoutes(deps), ...agendaRoutes(deps)],
  facts: transactionFacts,
}

/**
 * Runs when nothing else is due or running, so its entry shows that everything which the move made due has happened.
 */
const settleClock = defineTask('settle-clock', async (_tx, locked, { ref }) => {
  append(locked, { kind: clockSettled, ref })
})
