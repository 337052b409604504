// Compares two versions of a pack, line by line.
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findOwner, findVersion } from '#src/journey/registry/read.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'
import { compareDocuments } from './compare.ts'
import { PackDifference } from './schema.ts'

const differenceRoute = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/versions/{version}/difference'],
  operationId: 'comparePackVersions',
  summary: 'Compare two versions',
  description: 'Both documents as YAML in one order of keys, line by line.',
  tag: 'Packs',
  request: {
    param: z.object({ packName: packNameParam, version: versionNumber }),
    query: z.object({ from: versionNumber }),
  },
  responses: { 200: { description: 'The lines of both.', body: PackDifference } },
  problems: ['no-pack', 'no-version'],
})

export function differenceRoutes({ reads }: PackRouteDeps): Mounted[] {
  return [
    mount(differenceRoute, async ({ request: { param, query }, principal }) => {
      const named = { kind: 'pack', tenant: principal.tenant, name: param.packName } as const
      const owner = await findOwner(reads, named)
      if (owner === undefined) return refuse('no-pack')
      const [from, to] = await Promise.all(
        [query.from, param.version].map((one) =>
          findVersion(reads, { ...named, tenant: owner }, one),
        ),
      )
      if (!from || !to) return refuse('no-version')
      return reply(200, {
        from: from.version,
        to: to.version,
        ...compareDocuments(from.document, to.document),
      })
    }),
  ]
}
