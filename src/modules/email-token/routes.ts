// Interface 4.2, and decisions section 3 for what it leaves open.
import { z } from 'zod'
import { type ChangeDeps, mountChange } from '#src/http/change.ts'
import { refuse, reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/http/route.ts'
import { Problem } from '#src/errors.ts'
import { pickLanguage } from '#src/messages/language.ts'
import { ValidateToken } from '#src/challenges/schema.ts'
import { findTransaction, readerNow } from '#src/transaction/store.ts'
import { checkCode, requestToken } from './decide.ts'
import { toRecord } from './rules.ts'
import { EmailTokenRecord } from './schema.ts'
import { findLatestToken } from './store.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })
const tag = 'E-mail token'

const createEmailToken = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/emails/tokens'],
  operationId: 'createEmailToken',
  summary: 'Send an e-mail token',
  description:
    'Sends a code and a link to the e-mail address of the transaction. A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing. The message is in Portuguese unless `Accept-Language` prefers English.',
  tag,
  request: { param },
  responses: { 201: { description: 'The token that is open now.', body: EmailTokenRecord } },
  problems: ['not-found', 'no-email', 'limit-reached'],
})

const getEmailToken = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/emails/tokens'],
  operationId: 'getEmailToken',
  summary: 'State of the latest e-mail token',
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
  summary: 'Validate the code of the latest e-mail token',
  description:
    'A wrong code answers 422 with `checksLeft`; after five of them 429, for the right code too. A token that is valid already takes its code again.',
  tag,
  request: { param, json: ValidateToken },
  responses: { 200: { description: 'The code is right.', body: EmailTokenRecord } },
  problems: ['not-found', 'no-token', 'code-mismatch', 'expired', 'limit-reached'],
})

export function emailTokenRoutes(deps: ChangeDeps): Mounted[] {
  const { db, sealer } = deps
  return [
    mountChange(deps, createEmailToken, async ({ request, tx, lock, c }) => {
      const locked = await lock(request.param.id)
      const language = pickLanguage(c.req.header('accept-language'))
      const requested = await requestToken(tx, sealer, locked, language)
      switch (requested.kind) {
        case 'record':
          return reply(201, toRecord(requested.token, locked.now.getTime()))
        case 'no-email':
          return refuse('no-email')
        case 'limit-reached':
          return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
      }
    }),
    mount(getEmailToken, async ({ request, principal }) => {
      const found = await findTransaction(db, principal, request.param.id)
      if (!found) throw new Problem('not-found')
      const token = await findLatestToken(db, found.id)
      return token ? reply(200, toRecord(token, readerNow(found).getTime())) : refuse('no-token')
    }),
    mountChange(deps, validateEmailToken, async ({ request, tx, lock }) => {
      const locked = await lock(request.param.id)
      const latest = await findLatestToken(tx, locked.id)
      if (!latest) return refuse('no-token')
      const { decision, token } = await checkCode(tx, sealer, locked, latest, request.json.code)
      switch (decision.outcome) {
        case 'valid':
        case 'already-valid':
          return reply(200, toRecord(token, locked.now.getTime()))
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
