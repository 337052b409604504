// Compares two versions of a pack, line by line.
import { z } from 'zod'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { compareLines } from '#src/journey/registry/compare-lines.ts'
import { findOwner, findVersion } from '#src/journey/registry/read.ts'
import { writeDocument } from '#src/journey/registry/write-document.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'

const line = z.string().exactOptional()
const PackDifference = z
  .object({
    from: z.int().positive(),
    to: z.int().positive(),
    rows: z.array(z.object({ left: line, right: line, same: z.boolean() })).meta({
      description:
        'Of the older one left, of the other right; one that stands alone is gone or new.',
    }),
    newlyRequired: z
      .array(z.string())
      .exactOptional()
      .meta({
        description:
          'Fields of the input that the other one needs and the older one does not: clients bring them before it is rolled out.',
        example: ['input.amount'],
      }),
  })
  .meta({ id: 'PackDifference', description: 'Two documents as YAML, side by side.' })

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
      const [left = [], right = []] = [from, to].map(({ document }) =>
        writeDocument(document).trimEnd().split('\n'),
      )
      const rows = compareLines(left, right)
      const newlyRequired = requiredBy(to.document).filter(
        (one) => !requiredBy(from.document).includes(one),
      )
      return reply(200, {
        from: from.version,
        to: to.version,
        rows,
        ...(newlyRequired.length > 0 && { newlyRequired }),
      })
    }),
  ]
}

/** The fields without which no run of a document is started. */
const requiredBy = (document: unknown): string[] =>
  // Safe because it was checked when it was published.
  requiredIn((document as Pick<Pack, 'input'>).input, 'input')

const requiredIn = (schema: ValueSchema | undefined, path: string): string[] =>
  (schema?.required ?? []).flatMap((name) => [
    `${path}.${name}`,
    ...requiredIn(schema?.properties?.[name], `${path}.${name}`),
  ])
