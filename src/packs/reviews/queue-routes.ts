// The queue of reviews: listed, read, handed out.
import { z } from 'zod'
import type { ReviewDeps } from './source.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { answerOnce } from '#src/platform/idempotency/plain.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import { actorOf } from './decide.ts'
import { claimSeconds, isForPeople } from './rules.ts'
import { NextReview, Review, ReviewDetail, ReviewPage, ReviewsAsked } from './schema.ts'
import { toDetail, toWire } from './show.ts'
import { claimNext, findReview, listReviews, prolongClaim } from './store.ts'

const base = { tag: 'Reviews', scope: 'reviews:write' } as const
const param = z.object({ id: z.uuid().meta({ description: 'The review.' }) })
const minutes = claimSeconds / 60

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/reviews'],
  operationId: 'listReviews',
  summary: 'List reviews',
  description:
    'Of the caller’s tenant and mode, in the order in which they came. They are handed out by `POST /v1/reviews/next`, and not picked from this list.',
  request: { query: ReviewsAsked },
  responses: { 200: { description: 'None where there are none.', body: ReviewPage } },
  problems: [],
})

const readRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/reviews/{id}'],
  operationId: 'readReview',
  summary: 'Read a review with what there is to see',
  description: 'An audit row says who has looked.',
  request: { param },
  responses: { 200: { description: 'With facts as they are now.', body: ReviewDetail } },
  problems: ['not-found'],
})

const nextRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/reviews/next'],
  operationId: 'claimNextReview',
  summary: 'Get the next review to decide',
  description: `The most urgent that nobody has in hand, for ${minutes} minutes; whoever has one already gets that. Left alone, it comes back to the queue. An appeal is handed to a person who signed in, who took no part in deciding before.`,
  request: { json: NextReview.optional() },
  responses: {
    200: { description: 'It is the caller’s for a while.', body: Review },
    204: { description: 'There is none for the caller.' },
  },
  problems: [],
})

const claimRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/reviews/{id}/claim'],
  operationId: 'prolongClaim',
  summary: 'Keep a review in hand',
  description: `For ${minutes} more minutes from now. One that the caller does not have: 409 \`not-yours\`.`,
  request: { param },
  responses: { 200: { description: 'It is the caller’s for longer.', body: Review } },
  problems: ['not-found', 'person-needed', 'decided', 'not-yours'],
})

export function queueRoutes(deps: ReviewDeps): Mounted[] {
  const { db, reads, sealer } = deps
  return [
    mount(listRoute, async ({ request, principal }) => {
      const { status = 'open', cursor: after, limit = 100 } = request.query
      const found = await listReviews(reads, principal, { status, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1)?.id : undefined
      const page = shown.map((one) => toWire(one, principal))
      return reply(200, { reviews: page, ...(last !== undefined && { next: last }) })
    }),
    mount(readRoute, async ({ request, principal, requestId }) => {
      const { id } = request.param
      const review = await findReview(reads, principal, id)
      const transaction = review && (await findTransaction(reads, principal, review.transactionId))
      if (!transaction) return refuse('not-found')
      const audited = { action: 'review.read', object: id, transactionId: transaction.id } as const
      await writeAudit(db, byCaller(principal, requestId), audited)
      return reply(200, await toDetail(deps, transaction, review, principal))
    }),
    mount(nextRoute, async (call) => {
      const { principal, request, requestId } = call
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, nextRoute, call, principal), async () => {
          const { who } = request.json ?? {}
          const object = await claimNext(tx, principal, actorOf(principal), who)
          const review = object && (await findReview(tx, principal, object))
          if (!review) return reply(204)
          const { transactionId } = review
          const audited = { action: 'review.claimed', object, transactionId } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return reply(200, toWire(review, principal))
        }),
      )
    }),
    mount(claimRoute, async (call) => {
      const { principal, request } = call
      const { id } = request.param
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, claimRoute, call, principal), async () => {
          const isKept = await prolongClaim(tx, principal, id, actorOf(principal))
          const review = await findReview(tx, principal, id)
          if (!review) return refuse('not-found')
          if (review.closedAt !== null) return refuse('decided')
          if (isForPeople(review) && principal.person === undefined) return refuse('person-needed')
          return isKept ? reply(200, toWire(review, principal)) : refuse('not-yours')
        }),
      )
    }),
  ]
}
