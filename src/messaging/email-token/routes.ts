import { z } from 'zod'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { AskForMessage, ValidateToken } from '#src/messaging/challenges/schema.ts'
import { readToken, requestToken, validateToken } from '#src/messaging/challenges/tokens/routes.ts'
import { passOrThrow } from '#src/messaging/challenges/volume/send-rate.ts'
import { nameOf } from '#src/platform/http/auth/refusal-limit.ts'
import { createNamedLimit } from '#src/platform/http/request/address-limit.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { refuse } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { toRecord } from './record.ts'
import { EmailTokenRecord } from './schema.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'E-mail token'
const emailToken = { challengeKind: 'email-token', toRecord } as const

const createEmailToken = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/emails/tokens'],
  operationId: 'createEmailToken',
  summary: 'Send an e-mail token',
  description:
    'Sends a code and a link to the e-mail address of the transaction. A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing; with another `purpose` it answers 429. The message is in Portuguese unless `Accept-Language` prefers English.',
  tag,
  request: { param, json: AskForMessage.optional() },
  responses: { 201: { description: 'The token that is open now.', body: EmailTokenRecord } },
  problems: ['not-found', 'no-email', 'limit-reached'],
})

const getEmailToken = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/emails/tokens'],
  operationId: 'getEmailToken',
  summary: 'Read the latest e-mail token',
  description:
    '`Waiting` or `Valid`. `expired` and `failure` stand beside the state where they apply: a message that could not be sent is no rejection.',
  tag,
  request: { param },
  responses: { 200: { description: 'The latest token.', body: EmailTokenRecord } },
  problems: ['not-found', 'no-token'],
})

const validateEmailToken = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/emails/tokens/validation'],
  operationId: 'validateEmailToken',
  summary: 'Validate an e-mail token',
  description:
    'A wrong code answers 422 with `checksLeft`; after five of them 429, for the right code too. A token that is valid already takes its code again.',
  tag,
  request: { param, json: ValidateToken },
  responses: { 200: { description: 'The code is right.', body: EmailTokenRecord } },
  problems: ['not-found', 'no-token', 'code-mismatch', 'expired', 'limit-reached'],
})

export function emailTokenRoutes(deps: MessagingDeps): Mounted[] {
  const { sealer, messaging } = deps
  const perMinute = messaging.emailsPerMinute
  const byCredential = createNamedLimit({ burst: perMinute, perSecond: perMinute / 60 })
  return [
    mountChange(
      deps,
      createEmailToken,
      async (change) =>
        (await requestToken(deps, emailToken, change, () =>
          passOrThrow(byCredential.take(nameOf(change.principal), performance.now())),
        )) ?? refuse('no-email'),
    ),
    mount(getEmailToken, ({ request, principal }) =>
      readToken(deps, emailToken, principal, request.param.id),
    ),
    mountChange(deps, validateEmailToken, (change) => validateToken(sealer, emailToken, change)),
  ]
}
