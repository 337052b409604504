// Serves the statistics of a pack's runs: codes, counts and times.
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { listOwners } from '#src/journey/registry/read.ts'
import { countsRequest, daysAsked, findCounted } from './counts-request.ts'
import { readOutcomes } from './outcomes.ts'
import { PackOutcomes, PackStatistics } from './schema.ts'
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

const outcomesRoute = defineRoute({
  method: 'get',
  paths: ['/v1/pack-outcomes'],
  operationId: 'readPackOutcomes',
  summary: 'Read what became of the runs of all packs',
  description: 'Of each pack that the tenant can run, in the mode of the credential.',
  tag: 'Packs',
  scope: 'reports:read',
  request: { query: z.object({ days: daysAsked(7) }) },
  responses: { 200: { description: 'By name.', body: PackOutcomes } },
  problems: [],
})

const dayMs = 86_400_000

export function statisticsRoutes({ reads, reports }: PackRouteDeps): Mounted[] {
  return [
    mount(outcomesRoute, async ({ request: { query }, principal }) => {
      const listed = await listOwners(reads, { kind: 'pack', tenant: principal.tenant })
      const since = new Date(Date.now() - (query.days ?? 7) * dayMs)
      return reply(200, await readOutcomes(reports, principal, listed, since))
    }),
    mount(statisticsRoute, async ({ request, principal }) => {
      const asked = await findCounted(reads, principal.tenant, request)
      if (asked === undefined) return refuse('no-pack')
      return reply(200, await readStatistics(reports, principal, asked))
    }),
  ]
}
