// Interface 4.3, and decisions section 3 for what it leaves open.
import { z } from 'zod'
import { Problem } from '#src/errors.ts'
import { type ChangeDeps, mountChange } from '#src/http/change.ts'
import { refuse, reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/http/route.ts'
import { checkCode } from '#src/challenges/check.ts'
import { type Messaging, requestChallenge } from '#src/challenges/request.ts'
import { pickLanguage } from '#src/messages/language.ts'
import { ValidateToken } from '#src/challenges/schema.ts'
import { findLatest } from '#src/challenges/store.ts'
import { findTransaction, readerNow } from '#src/transaction/store.ts'
import { toRecord } from './record.ts'
import { SmsTokenRecord } from './schema.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'SMS token'
const capability = 'sms-token'

const createSmsToken = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/sms/tokens'],
  operationId: 'createSmsToken',
  summary: 'Send an SMS token',
  description:
    'Sends a code and a link to the hottest mobile phone of the transaction (of its first 20). A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing. The message is in Portuguese unless `Accept-Language` prefers English.',
  tag,
  request: { param },
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
  summary: 'State of the latest SMS token',
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
  summary: 'Validate the code of the latest SMS token',
  description:
    'A wrong code answers 422 with `checksLeft`; after five of them 429, for the right code too. A token that is valid already takes its code again.',
  tag,
  request: { param, json: ValidateToken },
  responses: { 200: { description: 'The code is right.', body: SmsTokenRecord } },
  problems: ['not-found', 'no-token', 'code-mismatch', 'expired', 'limit-reached'],
})

export function smsTokenRoutes(deps: ChangeDeps & { messaging: Messaging }): Mounted[] {
  const { db, sealer, messaging } = deps
  return [
    mountChange(deps, createSmsToken, async ({ request, tx, lock, c }) => {
      const locked = await lock(request.param.id)
      const language = pickLanguage(c.req.header('accept-language'))
      const asked = { capability, language } as const
      const requested = await requestChallenge(tx, sealer, messaging, locked, asked)
      switch (requested.kind) {
        case 'record':
          return reply(201, toRecord(requested.challenge, locked.now.getTime()))
        case 'no-phone':
          return reply(204)
        case 'limit-reached':
          return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
      }
    }),
    mount(getSmsToken, async ({ request, principal }) => {
      const found = await findTransaction(db, principal, request.param.id)
      if (!found) throw new Problem('not-found')
      const latest = await findLatest(db, found.id, capability)
      return latest ? reply(200, toRecord(latest, readerNow(found).getTime())) : refuse('no-token')
    }),
    mountChange(deps, validateSmsToken, async ({ request, tx, lock }) => {
      const locked = await lock(request.param.id)
      const latest = await findLatest(tx, locked.id, capability)
      if (!latest) return refuse('no-token')
      const { decision, challenge } = await checkCode(tx, sealer, locked, latest, request.json.code)
      switch (decision.outcome) {
        case 'valid':
        case 'already-valid':
          return reply(200, toRecord(challenge, locked.now.getTime()))
        case 'mismatch':
          return refuse('code-mismatch', { extra: { checksLeft: decision.checksLeft } })
        case 'expired':
          return refuse('expired')
        case 'limit-reached':
          return refuse('limit-reached')
      }
    }),
  ]
}
