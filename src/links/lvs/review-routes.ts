// Manual reviews of steps that the service could not decide.
import { z } from 'zod'
import type { ServiceDeps } from '#src/main/capability.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { DecidedReview, LinkReview, ReviewDecision, ReviewedStep } from './review-schema.ts'
import { decideReview, listReviews, type OpenReview } from './reviews.ts'
import { isUndecided } from './rules.ts'

const tag = 'Verification links'
const scope = 'reviews:write'
const max = 100

const list = defineRoute({
  method: 'get',
  paths: ['/v1/lvs/reviews'],
  operationId: 'listLinkReviews',
  summary: 'List open reviews of verification links',
  description: `Of the caller's tenant and mode. The pictures are those of the transaction: \`GET /v1/transaction/{id}/biometrics/selfie\` and \`…/biometrics/document\`. The oldest first, at most ${max}; what is decided leaves the list.`,
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
    'Takes the place of what was inconclusive. The score of a completed link follows it at once, in `lvs` and in packs; conditions of a pack that were answered before are not answered anew. The same decision again is answered alike.',
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
  responses: { 200: { description: 'The decision.', body: DecidedReview } },
  problems: ['not-found', 'review-decided'],
})

export function reviewRoutes(deps: ServiceDeps): Mounted[] {
  return [
    mount(list, async ({ principal }) =>
      reply(200, (await listReviews(deps.reports, principal, max)).flatMap(toWire)),
    ),
    mountChange(deps, decide, async ({ request, tx, lock, principal, requestId }) => {
      const { id, linkId, step } = request.param
      const { decision } = request.json
      const locked = await lock(id)
      const by = principal.subject ?? principal.tenant
      const decided = await decideReview(tx, locked, { linkId, step, by }, decision)
      if (decided.kind === 'unknown') return refuse('not-found')
      if (decided.kind === 'otherwise') return refuse('review-decided')
      const { reviewedAt, score } = decided
      await writeAudit(tx, byCaller(principal, requestId), {
        action: 'review.decided',
        object: linkId,
        transactionId: id,
        details: { step, decision },
      })
      return reply(200, {
        transactionId: id,
        linkId,
        step,
        decision,
        reviewedAt: reviewedAt.toISOString(),
        score,
      })
    }),
  ]
}

function toWire({ transactionId, linkId, step, outcome, closedAt }: OpenReview): LinkReview[] {
  const known = ReviewedStep.safeParse(step)
  if (!known.success || closedAt === null || !isUndecided(outcome)) return []
  const because = outcome === 'review' ? 'asked-for' : 'inconclusive'
  return [
    {
      transactionId,
      linkId,
      step: known.data,
      result: 'Inconclusivo',
      because,
      since: closedAt.toISOString(),
    },
  ]
}
