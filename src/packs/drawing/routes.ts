// Serves drawings and descriptions of packs. A drawing contains its own colours and cannot load or run anything.
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'
import { drawPack } from './draw.ts'
import { toFigure } from './figure.ts'
import { base, picture, runDrawingRoutes, svgHeaders } from './run-routes.ts'
import { inLanguages, varying, wordingFor } from './wording.ts'
import { PackStepInWords } from './schema.ts'
import { listSteps } from './words.ts'

const versionParam = z.object({
  packName: packNameParam,
  version: versionNumber,
})

const drawVersion = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/versions/{version}/drawing'],
  operationId: 'drawPack',
  summary: 'Draw a version of a pack',
  description: `Packs that it holds are drawn in their places. At most 1 200 pixels wide. ${inLanguages}`,
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
  description: `The same that the drawing shows, for whoever does not see it. ${inLanguages}`,
  request: { param: versionParam },
  problems: ['no-pack', 'no-version'],
  responses: { 200: { description: 'Its steps as a nested list.', body: PackStepInWords } },
})

export function drawingRoutes(deps: PackRouteDeps): Mounted[] {
  const { reads, packs } = deps
  const { versions } = packs
  const findVersion = (
    { tenant }: Principal,
    { packName, version }: z.output<typeof versionParam>,
  ) => versions.findNamed(reads, tenant, packName, version)

  const absence = ({ tenant }: Principal, { packName }: z.output<typeof versionParam>) =>
    versions.absence(reads, tenant, packName)

  return [
    mount(drawVersion, async ({ request, principal, c }) => {
      const found = await findVersion(principal, request.param)
      return found
        ? reply(200, drawPack(found.document, { wording: wordingFor(c) }), svgHeaders)
        : refuse(await absence(principal, request.param))
    }),
    mount(sayVersion, async ({ request, principal, c }) => {
      const found = await findVersion(principal, request.param)
      const wording = wordingFor(c)
      return found
        ? reply(200, listSteps(toFigure(found.document, undefined, wording), wording), varying)
        : refuse(await absence(principal, request.param))
    }),
    ...runDrawingRoutes(deps),
  ]
}
