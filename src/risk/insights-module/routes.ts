import { z } from 'zod'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { Insight } from '#src/journey/facts/schema.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { answerInsights } from '#src/risk/insights/answer.ts'
import { insightsOf } from '#src/risk/insights/catalogue/catalogue.ts'
import { pendingHeader, pendingHeaders, readMissing } from '#src/risk/insights/pending.ts'
import { findOwnInsightSet } from '#src/risk/insights/store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { ownFacts } from '#src/risk/insights/facts.ts'
import { insightsDerived } from '#src/risk/insights/take.ts'
import { insightsModule } from './module.ts'

const asker = 'insights'

const getInsights = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/insights'],
  operationId: 'getInsights',
  summary: 'Read the insights of a transaction',
  description:
    'Derived at once from what is known: the data of the transaction, what its tenant has seen before, and what other modules have found. What must be looked up elsewhere (the mail servers of a domain, a postal code, a BIN) is begun by the request: until its answer is there, or when it cannot be had, its insights are absent, and the header `Pending-Lookups` names it (`mx`, `cep`, `bin`). What was looked up or counted is taken anew after 10 minutes. HEAD looks nothing up. Where a BIN would be bought first, `transactions:write` is needed too. The table of insights above has every code.',
  tag: 'Insights',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }) },
  responses: {
    200: {
      description: 'In the order of the table; `[]` without a finding.',
      body: z.array(Insight),
      headers: pendingHeaders,
    },
  },
  problems: ['not-found'],
})

function insightRoutes(deps: RiskDeps): Mounted[] {
  return [
    mount(getInsights, async ({ request, principal, c }) => {
      const { id } = request.param
      const there = await findOwnInsightSet(deps.reads, principal, id, asker)
      if (!there) return refuse('not-found')
      if (c.req.method === 'HEAD')
        return reply(200, [], pendingHeader(await readMissing(deps, principal, id)))
      const answer = await answerInsights(deps, there, { principal, id, asker })
      if (!answer) return refuse('not-found')
      return reply(200, insightsOf(answer.codes), pendingHeader(answer.missing))
    }),
  ]
}

export const insights: Capability<RiskDeps> = {
  name: 'insights',
  kinds: [insightsDerived],
  routes: insightRoutes,
  facts: ownFacts,
  module: insightsModule,
}
