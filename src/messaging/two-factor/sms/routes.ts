import { z } from 'zod'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { AskForMessage } from '#src/messaging/challenges/schema.ts'
import { createSendRate } from '#src/messaging/challenges/volume/send-rate.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { ask, list } from '../question.ts'
import { toRecord } from './record.ts'
import { Sms2faRecord } from './schema.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'SMS 2FA'
const twoFactor = { challengeKind: 'sms-2fa', toRecord } as const

const createSms2fa = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/sms/2fa'],
  operationId: 'createSms2fa',
  summary: 'Create an SMS 2FA',
  description:
    'Sends a question to the hottest mobile phone of the transaction (of its first 20), to be answered by a reply. A record that was still open is replaced: its reply no longer counts. A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing; with another `purpose` it answers 429. The question is in Portuguese unless `Accept-Language` prefers English.',
  tag,
  request: { param, json: AskForMessage.optional() },
  responses: {
    201: { description: 'The record that is open now.', body: Sms2faRecord },
    204: { description: 'The transaction has no mobile phone that can get it.' },
  },
  problems: ['not-found', 'limit-reached'],
})

const listSms2fa = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/sms/2fa'],
  operationId: 'listSms2fa',
  summary: 'List SMS 2FAs',
  description:
    'Newest first. `Waiting`, `Sent`, `Delivered`, `Replied`: a state never goes back, and not every carrier reports each of them.',
  tag,
  request: { param },
  responses: {
    200: { description: 'The records.', body: z.array(Sms2faRecord) },
    204: { description: 'There is none, and no mobile phone that could get one.' },
  },
  problems: ['not-found'],
})

export function sms2faRoutes(deps: MessagingDeps): Mounted[] {
  const rate = createSendRate(deps, deps.messaging.sendRate)
  return [
    rate.limit(mountChange(deps, createSms2fa, (change) => ask(deps, twoFactor, change, rate))),
    mount(listSms2fa, ({ request, principal }) =>
      list(deps, twoFactor, principal, request.param.id),
    ),
  ]
}
