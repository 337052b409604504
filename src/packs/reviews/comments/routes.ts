// The route that adds a comment to a review; `GET /v1/reviews/{id}` shows them.
import { mountChange } from '#src/journey/commit/change.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { type Comment, insertComment } from './store.ts'
import { actorOf } from '../decide.ts'
import { CommentRequest, ReviewComment, reviewParam } from '../schema.ts'
import type { ReviewDeps } from '../source.ts'
import { findReview } from '../store.ts'

const commentRoute = defineRoute({
  tag: 'Reviews',
  scope: 'reviews:write',
  method: 'post',
  paths: ['/v1/reviews/{id}/comments'],
  operationId: 'commentReview',
  summary: 'Put a comment on a review',
  description:
    'For whoever looks at it next, whether it is open or decided; nobody needs it in hand. It is kept sealed, erased with the transaction, and never changed. At most 100 on a review: then 429 `limit-reached`.',
  request: { param: reviewParam, json: CommentRequest },
  responses: { 201: { description: 'It stands there.', body: ReviewComment } },
  problems: ['not-found', 'limit-reached'],
})

export const toComment = ({ id, by, at, text }: Comment) => ({ id, by, at: at.toISOString(), text })

export function commentRoutes(deps: ReviewDeps): Mounted[] {
  return [
    mountChange(deps, commentRoute, async ({ request, principal, requestId, tx, lock }) => {
      const { id } = request.param
      const review = await findReview(tx, principal, id)
      if (!review) return refuse('not-found')
      const locked = await lock(review.transactionId)
      const by = actorOf(principal)
      const said = { by, text: request.json.text }
      const comment = await insertComment({ tx, sealer: deps.sealer }, locked, id, said)
      if (!comment) return refuse('limit-reached')
      const about = { object: id, transactionId: locked.id, details: { comment: comment.id } }
      await writeAudit(tx, byCaller(principal, requestId), { action: 'review.commented', ...about })
      return reply(201, toComment(comment))
    }),
  ]
}
