// Serves the funnel of a pack's verification links.
import { z } from 'zod'
import type { ServiceDeps } from '#src/main/capability.ts'
import { findOwner } from '#src/journey/registry/read.ts'
import { packNameParam } from '#src/packs/runs/schema.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { LinkFunnel } from './schema.ts'
import { readFunnel } from './store.ts'

const funnel = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/funnel'],
  operationId: 'readLinkFunnel',
  summary: 'Read where people leave the links of a pack',
  description:
    'How many links were made, opened, agreed to and completed, and for each step who came to it, what became of it and how long it took: counts and times, nothing of anybody. The newest 20000 links are counted.',
  tag: 'Verification links',
  scope: 'reports:read',
  request: {
    param: z.object({ packName: packNameParam }),
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(90)
        .optional()
        .meta({ description: 'How many, until now; 30 without it.', example: 30 }),
    }),
  },
  responses: { 200: { description: 'The counts.', body: LinkFunnel } },
  problems: ['no-pack'],
})

export function funnelRoutes({ reads, reports }: ServiceDeps): Mounted[] {
  return [
    mount(funnel, async ({ request: { param, query }, principal }) => {
      const named = { kind: 'pack', tenant: principal.tenant, name: param.packName } as const
      const packOwner = await findOwner(reads, named)
      if (packOwner === undefined) return refuse('no-pack')
      const asked = { packOwner, name: param.packName, days: query.days ?? 30 }
      return reply(200, await readFunnel(reports, principal, asked))
    }),
  ]
}
