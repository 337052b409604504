// Serves the statistics of a pack's runs: codes, counts and times.
import { z } from 'zod'
import type { ServiceDeps } from '#src/main/capability.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findOwner } from '#src/journey/registry/read.ts'
import { packNameParam } from '#src/packs/runs/schema.ts'
import { PackStatistics } from './schema.ts'
import { bounds, readStatistics } from './store.ts'

const daysMax = 90

const statisticsRoute = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/statistics'],
  operationId: 'readPackStatistics',
  summary: 'Read the statistics of a pack',
  description: `Runs per version and outcome for each day, and how often each module failed and how long it took. Of a tenant with many runs the newest ${bounds.runsMax} are counted, and the modules of the newest ${bounds.measuredMax} are measured.`,
  tag: 'Packs',
  scope: 'reports:read',
  request: {
    param: z.object({ packName: packNameParam }),
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(daysMax)
        .optional()
        .meta({ description: 'How many, until now; 30 without it.', example: 30 }),
    }),
  },
  responses: { 200: { description: 'The counts.', body: PackStatistics } },
  problems: ['no-pack'],
})

export function statisticsRoutes({ reads, reports }: ServiceDeps): Mounted[] {
  return [
    mount(statisticsRoute, async ({ request: { param, query }, principal }) => {
      const named = { kind: 'pack', tenant: principal.tenant, name: param.packName } as const
      const packOwner = await findOwner(reads, named)
      if (packOwner === undefined) return refuse('no-pack')
      const asked = { packOwner, name: param.packName, days: query.days ?? 30 }
      return reply(200, await readStatistics(reports, principal, asked))
    }),
  ]
}
