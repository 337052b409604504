// The routes that list and read reviews.
import type { z } from 'zod'
import { actorOf } from './decide.ts'
import type { ReviewDeps } from './source.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { readCursor, writeCursor } from '#src/platform/cursor.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { ReviewDetail, ReviewPage, reviewParam, ReviewsQuery } from './schema.ts'
import { toDetail, toWire } from './show.ts'
import { findReview, listReviews } from './store.ts'

const base = { tag: 'Reviews', scope: 'reviews:write' } as const

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/reviews'],
  operationId: 'listReviews',
  summary: 'List reviews',
  description:
    'Of the caller’s tenant and mode, in the order in which they came. They are handed out by `POST /v1/reviews/next`, and picked from this list (`POST /v1/reviews/{id}/claim`) only where the tenant’s settings say so.',
  request: { query: ReviewsQuery },
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
  request: { param: reviewParam },
  responses: {
    200: {
      description: 'With what there is to see, or was when it was decided.',
      body: ReviewDetail,
    },
  },
  problems: ['not-found'],
})

const place = { list: 'reviews', field: 'cursor' } as const

export function queueRoutes(deps: ReviewDeps): Mounted[] {
  const { db, reads, sealer, tenants } = deps
  return [
    mount(listRoute, async ({ request, principal }) => {
      const { limit = 100, cursor, ...asked } = request.query
      const filter = toFilter(asked, actorOf(principal))
      const after = readCursor(sealer, principal, place, cursor)
      const found = await listReviews(reads, principal, { ...filter, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1)?.id : undefined
      return reply(200, {
        reviews: shown.map((one) => toWire(one, principal)),
        ...(last !== undefined && { next: writeCursor(sealer, principal, place, last) }),
        mayPick: tenants.of(principal.tenant).reviews.picking,
      })
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
  ]
}

function toFilter(asked: Omit<z.output<typeof ReviewsQuery>, 'cursor' | 'limit'>, actor: string) {
  const { claimed, overdue, openedBefore, ...same } = asked
  const { transactionId, status = transactionId === undefined ? 'open' : 'any' } = asked
  const hands = {
    mine: { claimedBy: actor },
    others: { notClaimedBy: actor },
    nobody: { claimedBy: null },
  }
  return {
    ...same,
    status,
    ...(claimed && hands[claimed]),
    ...(overdue !== undefined && { isOverdue: overdue === 'true' }),
    ...(openedBefore !== undefined && { openedBefore: new Date(openedBefore) }),
  } as const
}
