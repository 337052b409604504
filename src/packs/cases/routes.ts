// Runs the test cases that were published with a version, on request.
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { findOwner, findVersion } from '#src/journey/registry/read.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'
import type { Version } from '#src/packs/runs/versions.ts'
import { runCasesApart } from './case-thread.ts'
import { PackCaseReport } from './report-schema.ts'
import { type CaseReport, toCaseReport } from './report.ts'
import { PackCase } from './schema.ts'

const readCases = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/versions/{version}/cases'],
  operationId: 'runPackCases',
  summary: 'Run the test cases of a version',
  description:
    'Runs the cases that were published with the version: its steps and conditions over the results that they give. Nobody is called and nothing is stored; without cases the list is empty.',
  tag: 'Packs',
  request: { param: z.object({ packName: packNameParam, version: versionNumber }) },
  responses: { 200: { description: 'One result for each case.', body: PackCaseReport } },
  problems: ['no-pack', 'no-version'],
})

/** The report is cached with the version, because neither the version nor the modules of a process change. */
const kept = new WeakMap<Version, { readonly cases: string; readonly report: CaseReport }>()

export function caseRoutes({ reads, packs }: PackRouteDeps): Mounted[] {
  const { versions, offered } = packs
  const vocabulary = { offered, facts: packs.facts }
  return [
    mount(readCases, async ({ request: { param }, principal }) => {
      const named = { kind: 'pack', tenant: principal.tenant, name: param.packName } as const
      const owner = await findOwner(reads, named)
      if (owner === undefined) return refuse('no-pack')
      const [stored, found] = await Promise.all([
        findVersion(reads, { ...named, tenant: owner }, param.version),
        versions.find(reads, owner, param.packName, param.version),
      ])
      if (!stored || !found) return refuse('no-version')
      const cases = z.array(PackCase).parse(stored.cases ?? [])
      const known = kept.get(found)
      const report =
        known?.cases === JSON.stringify(cases)
          ? known.report
          : await runCasesApart(found.document, cases, vocabulary)
      kept.set(found, { cases: JSON.stringify(cases), report })
      return reply(200, { version: found.version, ...toCaseReport(report) })
    }),
  ]
}
