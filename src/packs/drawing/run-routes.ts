// Serves drawings and descriptions of runs. A credential that may read the evidence of a run sees the values that its
// conditions read, which is audited.
import { assert } from '#src/platform/assert.ts'
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { packNameParam } from '#src/packs/runs/schema.ts'
import { isShown } from '#src/packs/runs/answer/sections.ts'
import { hiddenRows } from '#src/packs/runs/answer/shown-rows.ts'
import { findLatestRun, listModules } from '#src/packs/runs/store.ts'
import { drawRun } from './draw.ts'
import { toFigure } from './figure.ts'
import { PackRunInWords } from './schema.ts'
import { readValues } from './values.ts'
import { inLanguages, varying, type Wording, wordingFor } from './wording.ts'
import { listSteps } from './words.ts'

export const base = { method: 'get', tag: 'Packs', problems: ['not-found'] } as const

export const picture = (description: string) => ({
  200: { description, body: z.string(), mediaType: 'image/svg+xml' as const },
})

/** The SVG can run and load nothing when it is opened alone. */
export const svgHeaders = {
  ...varying,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

const runRequest = {
  param: z.object({
    packName: packNameParam,
    transactionId: z.uuid().meta({ description: 'The transaction.' }),
  }),
  query: z.object({
    values: z.enum(['true', 'false']).optional().meta({
      description:
        'With `false` without the values that conditions read, whoever asks, and without an audit row.',
      example: 'true',
    }),
  }),
}
const description = `What the run came to: of a condition that was answered the branch that was taken alone. Codes, states and times; with \`reviews:write\` or \`legal:read\` the values too that each condition read, which an audit row says. It starts nothing. ${inLanguages}`

const drawLatest = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/{transactionId}/run/drawing'],
  operationId: 'drawPackRun',
  summary: 'Draw the latest run of a pack',
  description,
  request: runRequest,
  responses: picture('The drawing of its version, with states, times and the path that was taken.'),
})

const sayLatest = defineRoute({
  ...base,
  paths: ['/v1/packs/{packName}/{transactionId}/run'],
  operationId: 'readPackRun',
  summary: 'Describe the latest run of a pack',
  description,
  request: runRequest,
  responses: { 200: { description: 'How far it has come.', body: PackRunInWords } },
})

type Call = {
  readonly request: {
    readonly param: z.output<typeof runRequest.param>
    readonly query: z.output<typeof runRequest.query>
  }
  readonly principal: Principal
  readonly requestId: string
  readonly c: Parameters<typeof wordingFor>[0]
}

export function runDrawingRoutes({ db, reads, packs }: PackRouteDeps): Mounted[] {
  async function findRun({ request: { param, query }, principal, requestId }: Call) {
    const { packName, transactionId } = param
    const [found, run] = await Promise.all([
      findTransaction(reads, principal, transactionId),
      findLatestRun(reads, transactionId, packName),
    ])
    if (!found || !run) return undefined
    const version = await packs.versions.find(reads, run.owner, run.name, run.version)
    assert(version, 'the run’s version is not stored')
    const { document } = version
    const [modules, values] = await Promise.all([
      listModules(reads, run.id),
      query.values === 'false'
        ? undefined
        : readValues({ ...packs, db: reads }, found, { run, document }, principal),
    ])
    if (values)
      await writeAudit(db, byCaller(principal, requestId), {
        action: 'evidence.read',
        object: run.id,
        transactionId,
      })
    const hidden = hiddenRows(document.root, (key) =>
      packs.offered.every((one) => one.key !== key || isShown(one, principal.scopes)),
    )
    return { document, run: { ...run, modules, hidden, ...(values && { values }) } }
  }

  return [
    mount(drawLatest, async (call) => {
      const found = await findRun(call)
      if (!found) return refuse('not-found')
      return reply(200, drawRun(found.document, found.run, wordingFor(call.c)), svgHeaders)
    }),
    mount(sayLatest, async (call) => {
      const found = await findRun(call)
      return found ? reply(200, inWords(found, wordingFor(call.c)), varying) : refuse('not-found')
    }),
  ]

  type Found = NonNullable<Awaited<ReturnType<typeof findRun>>>

  function inWords({ document, run }: Found, wording: Wording) {
    const { id, version, status, outcome, stopReason, startedAt, endedAt } = run
    return {
      id,
      version,
      status,
      ...(outcome !== null && { outcome }),
      ...(stopReason !== null && { stopReason }),
      startedAt: startedAt.toISOString(),
      ...(endedAt && { endedAt: endedAt.toISOString() }),
      steps: listSteps(toFigure(document, run, wording), wording),
    }
  }
}
