// Serves the funnel of a pack's verification links.
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { countsRequest, findCounted } from '#src/packs/statistics/counts-request.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { LinkFunnel } from './schema.ts'
import { readFunnel } from './store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

const funnelContract = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/funnel'],
  operationId: 'readLinkFunnel',
  summary: 'Read where people leave the links of a pack',
  description:
    'How many links were made, opened, agreed to and completed, and for each step who came to it, what became of it and how long it took: counts and times, nothing of anybody. The newest 20000 links are counted.',
  tag: 'Verification links',
  scope: 'reports:read',
  request: countsRequest,
  responses: { 200: { description: 'The counts.', body: LinkFunnel } },
  problems: ['no-pack'],
})

function funnelRoutes({ reads, reports }: LinkDeps): Mounted[] {
  return [
    mount(funnelContract, async ({ request, principal }) => {
      const asked = await findCounted(reads, principal.tenant, request)
      if (asked === undefined) return refuse('no-pack')
      return reply(200, await readFunnel(reports, principal, asked))
    }),
  ]
}

/** Shows where people leave verification links. */
export const funnel: Capability<LinkDeps> = { name: 'funnel', routes: funnelRoutes }
