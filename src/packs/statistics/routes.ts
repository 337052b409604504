// Serves the statistics of a pack's runs: codes, counts and times.
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { countsRequest, findCounted } from './counts-request.ts'
import { PackStatistics } from './schema.ts'
import { bounds, readStatistics } from './store.ts'

const statisticsRoute = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/statistics'],
  operationId: 'readPackStatistics',
  summary: 'Read the statistics of a pack',
  description: `Runs per version and outcome for each day, and how often each module failed and how long it took. Of a tenant with many runs the newest ${bounds.runsMax} are counted, and the modules of the newest ${bounds.measuredMax} are measured.`,
  tag: 'Packs',
  scope: 'reports:read',
  request: countsRequest,
  responses: { 200: { description: 'The counts.', body: PackStatistics } },
  problems: ['no-pack'],
})

export function statisticsRoutes({ reads, reports }: PackRouteDeps): Mounted[] {
  return [
    mount(statisticsRoute, async ({ request, principal }) => {
      const asked = await findCounted(reads, principal.tenant, request)
      if (asked === undefined) return refuse('no-pack')
      return reply(200, await readStatistics(reports, principal, asked))
    }),
  ]
}
