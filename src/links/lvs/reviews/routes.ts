// Reviews of the steps of links, as they stood before there was one queue: the same items by the same rules.
import { z } from 'zod'
import type { LinkDeps } from '../deps.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { decideReview } from '#src/packs/reviews/decide.ts'
import { findReviewOf, listReviews, type ShownReview } from '#src/packs/reviews/store.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { AwaitingSecond, awaitSecond } from '#src/platform/two-people/ask.ts'
import { DecidedReview, LinkReview, ReviewDecision, ReviewedStep } from './schema.ts'
import { findLink } from '../store.ts'

const tag = 'Verification links'
const scope = 'reviews:write'
const max = 100

const list = defineRoute({
  method: 'get',
  paths: ['/v1/lvs/reviews'],
  operationId: 'listLinkReviews',
  summary: 'List open reviews of verification links',
  description: `Those of links among the reviews of \`GET /v1/reviews\`, of the caller's tenant and mode. The pictures are those of the transaction: \`GET /v1/transaction/{id}/biometrics/selfie\` and \`…/biometrics/document\`. The oldest first, at most ${max}; what is decided leaves the list.`,
  tag,
  scope,
  request: {},
  responses: { 200: { description: 'What is not decided yet.', body: z.array(LinkReview) } },
  problems: [],
})

const decide = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/lvs/{linkId}/reviews/{step}'],
  operationId: 'decideLinkReview',
  summary: 'Decide a review of a verification link',
  description:
    'As `POST /v1/reviews/{id}/decision` does, by whoever has it in hand: reviews are handed out by `POST /v1/reviews/next`. Takes the place of what was inconclusive. The score of the link follows it at once, in `lvs` and in packs. The same decision again is answered alike.',
  tag,
  scope,
  request: {
    param: z.object({
      id: z.uuid().meta({ description: 'The transaction.' }),
      linkId: z.uuid().meta({ description: 'As the list shows it.' }),
      step: ReviewedStep,
    }),
    json: ReviewDecision,
  },
  responses: {
    200: { description: 'The decision.', body: DecidedReview },
    202: { description: 'The first of two people has decided.', body: AwaitingSecond },
  },
  problems: ['not-found', 'person-needed', 'review-decided', 'not-yours'],
})

export function reviewRoutes(deps: LinkDeps): Mounted[] {
  return [
    mount(list, async ({ principal }) => {
      const found = await listReviews(deps.reports, principal, {
        status: 'open',
        source: 'link',
        limit: max,
      })
      return reply(200, found.flatMap(toWire))
    }),
    mountChange(deps, decide, async ({ request, tx, lock, principal, requestId }) => {
      const { id, linkId, step } = request.param
      const { decision, reasons = ['link-reviewed'], note } = request.json
      const locked = await lock(id)
      const review = await findReviewOf(tx, linkId, step)
      if (review?.transactionId !== id) return refuse('not-found')
      if (review.closedAt !== null && review.verdict === null) return refuse('not-found')
      if (review.closedAt === null) {
        const given = { verdict: decision, modules: [], reasons, note }
        const by = { principal, requestId }
        const decided = await decideReview({ ...deps, tx, locked }, review, given, by)
        if (decided === 'awaiting') return awaitSecond()
        if (decided !== 'done') return refuse('not-yours')
      } else if (review.verdict !== decision) return refuse('review-decided')
      const [link, after] = await Promise.all([
        findLink(tx, linkId),
        findReviewOf(tx, linkId, step),
      ])
      return reply(200, {
        transactionId: id,
        linkId,
        step,
        decision,
        reviewedAt: (after?.closedAt ?? locked.now).toISOString(),
        score: link?.score ?? null,
      })
    }),
  ]
}

function toWire({ transactionId, subject, step, because, openedAt }: ShownReview): LinkReview[] {
  const known = ReviewedStep.safeParse(step)
  if (!known.success) return []
  return [
    {
      transactionId,
      linkId: subject,
      step: known.data,
      result: 'Inconclusivo',
      because,
      since: openedAt.toISOString(),
    },
  ]
}
