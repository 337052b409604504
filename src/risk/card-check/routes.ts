import { z } from 'zod'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { answerInsights } from '#src/risk/insights/answer.ts'
import { insightsOf } from '#src/risk/insights/catalogue/catalogue.ts'
import { pendingHeader, pendingHeaders, readMissing } from '#src/risk/insights/pending.ts'
import { findOwnInsightSet } from '#src/risk/insights/store.ts'
import { findSubmitted, readFields } from '#src/journey/transaction/store.ts'
import { hasCard, isAboutCards, cardScoring } from './scoring.ts'
import { CardCheck } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { cardCheckModule } from './module.ts'

const asker = 'trustcard'

const getTrustcard = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{transactionId}/trustcard'],
  operationId: 'getTrustcard',
  summary: 'Check a card',
  description:
    'The insights of the transaction without those of vehicles and companies, and a score of what is known, by the live scorecard `card`. Look-ups as with insights: where the BIN would be bought first, `transactions:write` is needed too.',
  tag: 'Insights',
  request: {
    param: z.object({ transactionId: z.uuid().meta({ description: 'The transaction.' }) }),
  },
  responses: {
    200: { description: 'The insights and the score.', body: CardCheck, headers: pendingHeaders },
  },
  problems: ['not-found', 'no-card'],
})

function cardCheckRoutes(deps: RiskDeps): Mounted[] {
  const { reads, sealer, packs } = deps
  return [
    mount(getTrustcard, async ({ request, principal, c }) => {
      const { transactionId: id } = request.param
      const there = await findOwnInsightSet(reads, principal, id, asker)
      if (!there) return refuse('not-found')
      const { found, stored } = there
      // The newest set of a transaction was derived from a card; only an older one may be about a card that was taken away.
      const isOfNow = stored?.seq === found.lastSeq
      const submitted = isOfNow ? undefined : await findSubmitted(reads, principal, id)
      if (submitted && !hasCard(await readFields(sealer, submitted))) return refuse('no-card')
      if (c.req.method === 'HEAD')
        return reply(
          200,
          { insights: [], score: 0, partly: false },
          pendingHeader(await readMissing(deps, principal, id)),
        )
      const scoring = await cardScoring(reads, packs.facts.variables, found)
      const answer = await answerInsights(deps, there, { principal, id, asker, scoring })
      if (!answer?.score) return refuse('not-found')
      const { codes, missing, score } = answer
      const { value, reasons, partly, missing: open } = score
      const body = {
        insights: insightsOf(codes).filter(isAboutCards),
        score: value,
        reasons,
        partly,
        ...(open && { missing: open }),
      }
      return reply(200, body, pendingHeader(missing))
    }),
  ]
}

export const cardCheck: Capability<RiskDeps> = {
  name: 'card-check',
  routes: cardCheckRoutes,
  module: cardCheckModule,
}
