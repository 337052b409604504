import { z } from 'zod'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { AskForMessage } from '#src/messaging/challenges/schema.ts'
import { createSendRate } from '#src/messaging/challenges/volume/send-rate.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { ask, list } from '../question.ts'
import { toRecord } from './record.ts'
import { Whatsapp2faRecord } from './schema.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'WhatsApp 2FA'
const twoFactor = { challengeKind: 'whatsapp-2fa', toRecord } as const

const createWhatsapp2fa = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/whatsapps/2fa'],
  operationId: 'createWhatsapp2fa',
  summary: 'Create a WhatsApp 2FA',
  description:
    'Sends a question to the hottest mobile phone of the transaction (of its first 20), with buttons to answer. A record that was still open is replaced: its reply no longer counts. A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing; with another `purpose` it answers 429. The question is in Portuguese unless `Accept-Language` prefers English.',
  tag,
  request: { param, json: AskForMessage.optional() },
  responses: {
    201: { description: 'The record that is open now.', body: Whatsapp2faRecord },
    204: { description: 'The transaction has no mobile phone that can get it.' },
  },
  problems: ['not-found', 'limit-reached'],
})

const listWhatsapp2fa = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/whatsapps/2fa'],
  operationId: 'listWhatsapp2fa',
  summary: 'List WhatsApp 2FAs',
  description:
    'Newest first. `Waiting`, `Sent`, `Read`, `Replied`: a state never goes back. What was delivered stays `Sent`; `Read` is reported for who shows it.',
  tag,
  request: { param },
  responses: {
    200: { description: 'The records.', body: z.array(Whatsapp2faRecord) },
    204: { description: 'There is none, and no mobile phone that could get one.' },
  },
  problems: ['not-found'],
})

export function whatsapp2faRoutes(deps: MessagingDeps): Mounted[] {
  const rate = createSendRate(deps, deps.messaging.sendRate)
  return [
    rate.limit(
      mountChange(deps, createWhatsapp2fa, (change) => ask(deps, twoFactor, change, rate)),
    ),
    mount(listWhatsapp2fa, ({ request, principal }) =>
      list(deps, twoFactor, principal, request.param.id),
    ),
  ]
}
