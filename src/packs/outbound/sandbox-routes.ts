// Shows sandbox calls to endpoints that the tenant has not created, and lets them be answered by hand.
import { z } from 'zod'
import { mountChange } from '#src/journey/commit/change.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { isUuid } from '#src/platform/ids.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findCall, listCalls, readInput } from '#src/packs/calls/store.ts'
import { unfit } from '#src/packs/runs/unfit.ts'
import type { OutboundDeps } from './deps.ts'
import { takeReply } from './reply.ts'

const base = { tag: 'Sandbox', mode: 'sandbox' } as const

const SandboxCall = z
  .object({
    callId: z.uuid(),
    transactionId: z.uuid(),
    runId: z.uuid(),
    step: z.string(),
    round: z.int().positive().meta({
      description: 'Of which round of the step: by a repeat, or because a person wanted it anew.',
    }),
    endpoint: z.string(),
    input: z.record(z.string(), z.unknown()),
    status: z.enum(['open', 'later', 'by-hand', 'ended']).meta({
      description:
        '`open`: it is tried; `later`: its endpoint answers by `replyTo`; `by-hand`: there is no endpoint of that name, so it waits here; `ended`.',
    }),
    openedAt: z.iso.datetime(),
    deadlineAt: z.iso.datetime(),
  })
  .meta({
    id: 'SandboxCall',
    description: 'A call of a step.',
    example: {
      callId: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      transactionId: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b43',
      runId: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b44',
      step: 'limit',
      round: 1,
      endpoint: 'core-banking',
      input: { score: 71 },
      status: 'by-hand',
      openedAt: '2026-11-20T14:03:28.410Z',
      deadlineAt: '2026-11-20T15:03:28.410Z',
    },
  })

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/sandbox/calls'],
  operationId: 'listSandboxCalls',
  summary: 'List calls of a transaction',
  description: 'To the tenant’s own systems, with what was sent.',
  request: {
    query: z.object({
      // Not `z.uuid()`, because a malformed id is answered like an unknown one.
      transactionId: z.string().meta({ format: 'uuid', description: 'The transaction.' }),
    }),
  },
  responses: { 200: { description: 'Newest first, at most 100.', body: z.array(SandboxCall) } },
  problems: ['not-found'],
})

const answerRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/sandbox/calls/{callId}/answer'],
  operationId: 'answerSandboxCall',
  summary: 'Bring the answer of a call by hand',
  description:
    'As its system would: what does not fit the step’s schema is 422 with its places, and the step goes on waiting.',
  request: {
    param: z.object({ callId: z.uuid().meta({ description: 'The call.' }) }),
    json: z.object({ result: z.record(z.string(), z.unknown()) }).meta({
      id: 'AnswerSandboxCall',
      description: 'The answer of the system.',
      example: { result: { approved: true } },
    }),
  },
  responses: { 200: { description: 'It was taken, now or before.' } },
  problems: ['not-found', 'answered', 'late', 'not-waiting', 'value-unfit'],
})

export function sandboxCallRoutes(deps: OutboundDeps): Mounted[] {
  const { reads, sealer } = deps
  return [
    mount(listRoute, async ({ request, principal }) => {
      const { transactionId } = request.query
      const owning = isUuid(transactionId)
        ? await findTransaction(reads, principal, transactionId)
        : undefined
      if (!owning) return refuse('not-found')
      const calls = await listCalls(reads, owning.id)
      return reply(
        200,
        await Promise.all(
          calls.map(async (one) => ({
            callId: one.id,
            transactionId: one.transactionId,
            runId: one.runId,
            step: one.step,
            round: one.round,
            endpoint: one.endpoint,
            input: await readInput(sealer, owning, one),
            status: one.status,
            openedAt: one.openedAt.toISOString(),
            deadlineAt: one.deadlineAt.toISOString(),
          })),
        ),
      )
    }),
    mountChange(deps, answerRoute, async ({ request, tx, lock }) => {
      const call = await findCall(tx, request.param.callId)
      if (!call) return refuse('not-found')
      const locked = await lock(call.transactionId)
      const done = await takeReply({ ...deps, tx, locked }, call.id, request.json.result)
      if (done === undefined) return refuse('not-found')
      if (typeof done === 'object') throw unfit('#/result', done.faults)
      if (done === 'answered' || done === 'late') return refuse(done)
      return done === 'taken' ? reply(200) : refuse('not-waiting')
    }),
  ]
}
