// Compares two versions of a scorecard line by line, runs the test cases of one, and shows the statistics of a shadow.
import { z } from 'zod'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { compareLines } from '#src/journey/registry/compare-lines.ts'
import { findOwner, findVersion } from '#src/journey/registry/read.ts'
import { writeDocument } from '#src/journey/registry/write-document.ts'
import { runScorecardCases, scorecardCases } from './cases.ts'
import { compileScorecard } from './compile.ts'
import { Scorecard } from './document.ts'
import { readScorecardShadow } from './shadow.ts'

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/)
  .meta({ description: 'The name of the scorecard.', example: 'identity' })
const version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .meta({ description: 'Its number.', example: '1' })
const line = z.string().exactOptional()

const ScorecardDifference = z
  .object({
    from: z.int().positive(),
    to: z.int().positive(),
    rows: z.array(z.object({ left: line, right: line, same: z.boolean() })).meta({
      description:
        'Of the older one left, of the other right; one that stands alone is gone or new.',
    }),
  })
  .meta({ id: 'ScorecardDifference', description: 'Two documents as YAML, side by side.' })

const ScorecardCaseReport = z
  .object({
    version: z.int().positive(),
    held: z.int().min(0),
    failed: z.int().min(0),
    cases: z.array(
      z.object({
        name: z.string(),
        holds: z.boolean(),
        differences: z
          .array(z.string())
          .meta({ description: 'From what it expects, in sentences; none when it holds.' }),
      }),
    ),
  })
  .meta({
    id: 'ScorecardCaseReport',
    description: 'The test cases of a version, run over the facts that the service has now.',
  })

const ScorecardShadow = z
  .object({
    version: z.int().positive().meta({ description: 'Of the shadow.' }),
    compared: z.int().min(0),
    same: z.int().min(0).meta({ description: 'Scores of the same value.' }),
    meanDifference: z
      .number()
      .meta({ description: 'Of the shadow’s values from those that counted.' }),
    bands: z.array(
      z.object({ from: z.string(), to: z.string(), count: z.int().min(1) }).meta({
        description: 'How often the band was this one, and another by the shadow; `-`: none.',
      }),
    ),
  })
  .meta({
    id: 'ScorecardShadow',
    description: 'What the shadow would have said, over the latest 10 000 scores.',
  })

const compareRoute = defineRoute({
  method: 'get',
  paths: ['/v1/scorecards/{name}/versions/{version}/difference'],
  operationId: 'compareScorecardVersions',
  summary: 'Compare two versions of a scorecard',
  description: 'Both documents as YAML in one order of keys, line by line.',
  tag: 'Scorecards',
  request: { param: z.object({ name, version }), query: z.object({ from: version }) },
  responses: { 200: { description: 'The lines of both.', body: ScorecardDifference } },
  problems: ['not-found'],
})

const casesRoute = defineRoute({
  method: 'get',
  paths: ['/v1/scorecards/{name}/versions/{version}/cases'],
  operationId: 'runScorecardCases',
  summary: 'Run the test cases of a scorecard',
  description:
    'Runs the cases that were published with the version. Nothing is stored; without cases the list is empty.',
  tag: 'Scorecards',
  request: { param: z.object({ name, version }) },
  responses: { 200: { description: 'One result for each case.', body: ScorecardCaseReport } },
  problems: ['not-found'],
})

const shadowRoute = defineRoute({
  method: 'get',
  paths: ['/v1/scorecards/{name}/shadow'],
  operationId: 'readScorecardShadow',
  summary: 'Read what the shadow of a scorecard has come to',
  description:
    'Of the version that `PUT …/live` has named: it is evaluated on the facts of each score of a run, and counts nowhere.',
  tag: 'Scorecards',
  scope: 'reports:read',
  request: { param: z.object({ name }) },
  responses: { 200: { description: 'The shadow beside what counts.', body: ScorecardShadow } },
  problems: ['not-found'],
})

export function versionRoutes({ reads, packs }: RiskDeps): Mounted[] {
  const find = async (tenant: string, of: string, number: string) => {
    const named = { kind: 'scorecard', tenant, name: of } as const
    const owner = await findOwner(reads, named)
    return owner === undefined
      ? undefined
      : findVersion(reads, { ...named, tenant: owner }, Number(number))
  }
  return [
    mount(compareRoute, async ({ request: { param, query }, principal }) => {
      const [from, to] = await Promise.all([
        find(principal.tenant, param.name, query.from),
        find(principal.tenant, param.name, param.version),
      ])
      if (!from || !to) return refuse('not-found')
      const [left = [], right = []] = [from, to].map(({ document }) =>
        writeDocument(document).trimEnd().split('\n'),
      )
      const rows = compareLines(left, right)
      return reply(200, { from: from.version, to: to.version, rows })
    }),
    mount(casesRoute, async ({ request: { param }, principal }) => {
      const found = await find(principal.tenant, param.name, param.version)
      if (!found) return refuse('not-found')
      const cases = found.cases ? scorecardCases.parse(found.cases) : []
      const scorecard = compileScorecard(Scorecard.parse(found.document), packs.facts.variables)
      const results = (await runScorecardCases(scorecard, cases)).map(
        ({ name: of, differences }) => ({
          name: of,
          holds: differences.length === 0,
          differences: [...differences],
        }),
      )
      const held = results.filter(({ holds }) => holds).length
      const failed = results.length - held
      return reply(200, { version: found.version, held, failed, cases: results })
    }),
    mount(shadowRoute, async ({ request: { param }, principal }) => {
      const found = await readScorecardShadow(reads, principal, param.name)
      return found ? reply(200, found) : refuse('not-found')
    }),
  ]
}
