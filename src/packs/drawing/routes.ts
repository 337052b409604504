// Serves drawings and descriptions of packs and their runs. A picture brings its own colours and may load or run
// nothing.
import { assert } from '#src/platform/assert.ts'
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { findSubmitted } from '#src/journey/transaction/store.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'
import { findLatestRun, listModules } from '#src/packs/runs/store.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import type { Version } from '#src/packs/runs/versions.ts'
import { drawPack, drawRun } from './draw.ts'
import { toFigure } from './figure.ts'
import { PackRunInWords, PackStepInWords } from './schema.ts'
import { listSteps } from './words.ts'

const versionParam = z.object({
  packName: packNameParam,
  version: versionNumber,
})
const runParam = z.object({
  packName: packNameParam,
  transactionId: z.uuid().meta({ description: 'The transaction.' }),
})
const picture = (description: string) => ({
  200: { description, body: z.string(), mediaType: 'image/svg+xml' as const },
})
const base = { method: 'get', tag: 'Packs', problems: ['not-found'] } as const

const drawVersion = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/versions/{version}/drawing'],
  operationId: 'drawPack',
  summary: 'Draw a version of a pack',
  description: 'Packs that it holds are drawn in their places.',
  request: { param: versionParam },
  problems: ['no-pack', 'no-version'],
  responses: picture(
    'SVG, with its own colours for light and dark, and with its words for screen readers.',
  ),
})

const sayVersion = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/versions/{version}/steps'],
  operationId: 'readPackSteps',
  summary: 'Describe a version of a pack',
  description: 'The same that the drawing shows, for whoever does not see it.',
  request: { param: versionParam },
  problems: ['no-pack', 'no-version'],
  responses: { 200: { description: 'Its steps as a nested list.', body: PackStepInWords } },
})

const runDescription =
  'Codes, states and times alone: the pack query answers with the results. It starts nothing.'

const drawLatest = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/{transactionId}/run/drawing'],
  operationId: 'drawPackRun',
  summary: 'Draw the latest run of a pack',
  description: runDescription,
  request: { param: runParam },
  responses: picture('The drawing of its version, with states, times and the path that was taken.'),
})

const sayLatest = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/{transactionId}/run'],
  operationId: 'readPackRun',
  summary: 'Describe the latest run of a pack',
  description: runDescription,
  request: { param: runParam },
  responses: { 200: { description: 'How far it has come.', body: PackRunInWords } },
})

/** Opened by itself it runs nothing and loads nothing. */
const svgHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

export function drawingRoutes({ reads, packs: { versions } }: PackRouteDeps): Mounted[] {
  const findVersion = (
    { tenant }: Principal,
    { packName, version }: z.output<typeof versionParam>,
  ) => versions.findNamed(reads, tenant, packName, version)

  const absence = ({ tenant }: Principal, { packName }: z.output<typeof versionParam>) =>
    versions.absence(reads, tenant, packName)

  async function findRun(who: Principal, { packName, transactionId }: z.output<typeof runParam>) {
    const [found, run] = await Promise.all([
      findSubmitted(reads, who, transactionId),
      findLatestRun(reads, transactionId, packName),
    ])
    if (!found || !run) return undefined
    const version = await versions.find(reads, run.owner, run.name, run.version)
    assert(version, 'the run’s version is not stored')
    return withModules(reads, run, version)
  }

  return [
    mount(drawVersion, async ({ request, principal }) => {
      const found = await findVersion(principal, request.param)
      return found
        ? reply(200, drawPack(found.document), svgHeaders)
        : refuse(await absence(principal, request.param))
    }),
    mount(sayVersion, async ({ request, principal }) => {
      const found = await findVersion(principal, request.param)
      return found
        ? reply(200, listSteps(toFigure(found.document)))
        : refuse(await absence(principal, request.param))
    }),
    mount(drawLatest, async ({ request, principal }) => {
      const found = await findRun(principal, request.param)
      if (!found) return refuse('not-found')
      return reply(200, drawRun(found.version.document, found.run), svgHeaders)
    }),
    mount(sayLatest, async ({ request, principal }) => {
      const found = await findRun(principal, request.param)
      return found ? reply(200, inWords(found)) : refuse('not-found')
    }),
  ]
}

async function withModules(db: Db, run: ShownRun, version: Version) {
  return { version, run: { ...run, modules: await listModules(db, run.id) } }
}

function inWords({ version, run }: Awaited<ReturnType<typeof withModules>>) {
  const { id, status, outcome, stopReason, startedAt, endedAt } = run
  return {
    id,
    version: run.version,
    status,
    ...(outcome !== null && { outcome }),
    ...(stopReason !== null && { stopReason }),
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    steps: listSteps(toFigure(version.document, run)),
  }
}
