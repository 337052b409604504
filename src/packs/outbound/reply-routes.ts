// Takes the later answer of an endpoint to a call. Knowing the address proves nothing, so the reply must be signed as
// the call was.
import { z } from 'zod'
import { commitOn } from '#src/journey/commit/commit.ts'
import { findEndpointById } from '#src/journey/endpoints/store.ts'
import { endpointKind } from '#src/journey/endpoints/table.ts'
import { createSigners } from '#src/journey/receivers/secrets.ts'
import { isSigned } from '#src/journey/receivers/signing.ts'
import { findCallByToken } from '#src/packs/calls/store.ts'
import { createNamedLimit } from '#src/platform/http/request/address-limit.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { Problem } from '#src/platform/errors.ts'
import { unfit } from '#src/packs/runs/unfit.ts'
import type { OutboundDeps } from './deps.ts'
import { takeReply } from './reply.ts'

const BroughtCall = z.object({ result: z.record(z.string(), z.unknown()) }).meta({
  id: 'CallReply',
  description: 'The answer of a call that was taken with 202.',
  example: { result: { approved: true } },
})

const CallTaken = z.object({ callId: z.uuid(), taken: z.boolean() }).meta({
  id: 'CallTaken',
  description: '`taken: false`: it is kept, and nobody needed it any more.',
  example: { callId: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42', taken: true },
})

const replyRoute = defineRoute({
  method: 'post',
  paths: ['/v1/calls/{token}'],
  operationId: 'replyToCall',
  summary: 'Bring the answer of a call',
  description:
    'What `replyTo` of a call leads to. It is signed as the call was, by Standard Webhooks: `webhook-id` is the `callId`, `v1` by a secret of the endpoint. Once: the same again is 200, another 409 `answered`; after the deadline 410 `late`. What does not fit the step’s schema is 422 with its places, and the step goes on waiting.',
  tag: 'Endpoints',
  auth: 'signature',
  request: {
    param: z.object({
      token: z.string().min(1).max(100).meta({ description: 'As `replyTo` has it.' }),
    }),
    header: z.object({
      'webhook-id': z.string().optional().meta({ description: 'The `callId`.' }),
      'webhook-timestamp': z
        .string()
        .optional()
        .meta({ description: 'Seconds since 1970, within five minutes of now.' }),
      'webhook-signature': z
        .string()
        .optional()
        .meta({ description: '`v1,` and the HMAC-SHA256 of id, time and body, in base64.' }),
    }),
    json: BroughtCall,
  },
  responses: { 200: { description: 'It was taken, now or before.', body: CallTaken } },
  problems: ['unauthorized', 'not-found', 'answered', 'late', 'value-unfit', 'rate-limited'],
})

/** The most replies per minute to one call. */
const perMinute = 60

export function replyRoutes(deps: OutboundDeps): Mounted[] {
  const { reads, sealer } = deps
  const signers = createSigners(sealer, endpointKind)
  const limit = createNamedLimit({ burst: perMinute, perSecond: perMinute / 60 })
  return [
    mount(replyRoute, async ({ request, rawBody = new Uint8Array() }) => {
      const { token } = request.param
      const call = await findCallByToken(reads, token)
      const owner = call && (await findById(reads, call.transactionId))
      if (!call || !owner) return refuse('not-found')
      const retryAfterSeconds = limit.take(call.id, performance.now())
      if (retryAfterSeconds > 0) return refuse('rate-limited', { retryAfterSeconds })
      const endpoint = await findEndpointById(reads, owner, call.endpointId)
      const {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      } = request.header
      const signed = { headers: { id, timestamp, signature }, body: rawBody }
      const isOurs =
        id === call.id && endpoint && isSigned(await signers(endpoint), signed, Date.now())
      if (!isOurs) throw new Problem('unauthorized', { reason: 'signature' })
      const done = await commitOn(deps, call.transactionId, (tx, locked) =>
        takeReply({ ...deps, tx, locked }, call.id, request.json.result),
      )
      if (done === undefined) return refuse('not-found')
      if (typeof done === 'object') throw unfit('#/result', done.faults)
      if (done === 'answered' || done === 'late') return refuse(done)
      return reply(200, { callId: call.id, taken: done === 'taken' })
    }),
  ]
}
