// Lists the reviews of links among those of the common queue.
import { z } from 'zod'
import type { LinkDeps } from '../deps.ts'
import { listReviews, type ShownReview } from '#src/packs/reviews/store.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { LinkReview } from './schema.ts'

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

export function reviewRoutes(deps: LinkDeps): Mounted[] {
  return [
    mount(list, async ({ principal }) => {
      const found = await listReviews(deps.reports, principal, {
        status: 'open',
        source: 'link',
        limit: max,
      })
      return reply(200, found.map(toWire))
    }),
  ]
}

const toWire = ({ transactionId, subject, step, because, openedAt }: ShownReview): LinkReview => ({
  transactionId,
  linkId: subject,
  step,
  result: 'Inconclusivo',
  because,
  since: openedAt.toISOString(),
})
