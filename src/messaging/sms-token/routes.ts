import { z } from 'zod'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { AskForMessage, ValidateToken } from '#src/messaging/challenges/schema.ts'
import { createSendRate } from '#src/messaging/challenges/volume/send-rate.ts'
import { readToken, requestToken, validateToken } from '#src/messaging/challenges/tokens/routes.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { toRecord } from './record.ts'
import { SmsTokenRecord } from './schema.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'SMS token'
const smsToken = { challengeKind: 'sms-token', toRecord } as const

const createSmsToken = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/sms/tokens'],
  operationId: 'createSmsToken',
  summary: 'Send an SMS token',
  description:
    'Sends a code and a link to the hottest mobile phone of the transaction (of its first 20). A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing; with another `purpose` it answers 429. The message is in Portuguese unless `Accept-Language` prefers English.',
  tag,
  request: { param, json: AskForMessage.optional() },
  responses: {
    201: { description: 'The token that is open now.', body: SmsTokenRecord },
    204: { description: 'The transaction has no mobile phone that can get it.' },
  },
  problems: ['not-found', 'limit-reached'],
})

const getSmsToken = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/sms/tokens'],
  operationId: 'getSmsToken',
  summary: 'Read the latest SMS token',
  description:
    '`Waiting` or `Valid`. `expired` and `failure` stand beside the state where they apply: a message that could not be sent is no rejection.',
  tag,
  request: { param },
  responses: { 200: { description: 'The latest token.', body: SmsTokenRecord } },
  problems: ['not-found', 'no-token'],
})

const validateSmsToken = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/sms/tokens/validation'],
  operationId: 'validateSmsToken',
  summary: 'Validate an SMS token',
  description:
    'A wrong code answers 422 with `checksLeft`; after five of them 429, for the right code too. A token that is valid already takes its code again.',
  tag,
  request: { param, json: ValidateToken },
  responses: { 200: { description: 'The code is right.', body: SmsTokenRecord } },
  problems: ['not-found', 'no-token', 'code-mismatch', 'expired', 'limit-reached'],
})

export function smsTokenRoutes(deps: MessagingDeps): Mounted[] {
  const { sealer } = deps
  const rate = createSendRate(deps, deps.messaging.sendRate)
  return [
    rate.limit(
      mountChange(
        deps,
        createSmsToken,
        async (change) =>
          (await requestToken(deps, smsToken, change, () => rate.spend(change.c))) ?? reply(204),
      ),
    ),
    mount(getSmsToken, ({ request, principal }) =>
      readToken(deps, smsToken, principal, request.param.id),
    ),
    mountChange(deps, validateSmsToken, (change) => validateToken(sealer, smsToken, change)),
  ]
}
