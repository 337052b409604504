// Lists past runs by state, and reads single ones.
import { z } from 'zod'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { readTimeCursor, writeTimeCursor } from '#src/platform/cursor.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { moment } from '#src/platform/moment-schema.ts'
import { findSubmitted } from '#src/journey/transaction/store.ts'
import { packNameParam, versionNumber } from '#src/packs/runs/schema.ts'
import { type ListedRun, RunList } from './schema.ts'
import { findRuns, type FoundRun } from '#src/packs/runs/find.ts'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

const tag = 'Packs'
const limitMax = 200

const searchRoute = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/runs'],
  operationId: 'listPackRuns',
  summary: 'List runs of a pack',
  description:
    'By outcome, version, state, time, and the step at which they are: the module that a run waits for, or the condition that had no answer.',
  tag,
  scope: 'reports:read',
  request: {
    param: z.object({ packName: packNameParam }),
    query: z.object({
      outcome: z.string().max(64).optional().meta({ description: 'A verdict.', example: 'review' }),
      version: versionNumber.optional().meta({ description: 'Of this version alone.', example: 1 }),
      status: z
        .enum(['processing', 'partial', 'completed'])
        .optional()
        .meta({ description: 'How far it has come.', example: 'completed' }),
      step: z.string().max(1000).optional().meta({
        description: 'A module that it waits for, or the condition that had no answer.',
        example: 'score',
      }),
      startedAfter: moment.optional().meta({ description: 'From then on.' }),
      startedBefore: moment.optional().meta({ description: 'Before then.' }),
      cursor: cursorField,
      limit: pageLimit(limitMax, 50),
    }),
  },
  responses: { 200: { description: 'The newest first.', body: RunList } },
  problems: ['no-pack'],
})

const ofTransaction = defineRoute({
  method: 'get',
  paths: ['/v1/packs/{packName}/{transactionId}/runs'],
  operationId: 'listTransactionPackRuns',
  summary: 'List the runs of a pack for a transaction',
  description: 'Earlier ones too. It starts nothing.',
  tag,
  request: {
    param: z.object({
      packName: packNameParam,
      transactionId: z.uuid().meta({ description: 'The transaction.' }),
    }),
  },
  responses: { 200: { description: 'The newest first.', body: RunList } },
  problems: ['not-found'],
})

export function historyRoutes({ reads, reports, sealer, packs }: PackRouteDeps): Mounted[] {
  return [
    mount(searchRoute, async ({ request: { param, query }, principal }) => {
      const name = param.packName
      if ((await packs.versions.absence(reads, principal.tenant, name)) === 'no-pack')
        return refuse('no-pack')
      const { cursor, limit = 50, ...sought } = query
      const place = { list: `runs ${name}`, field: 'cursor' }
      const before = readTimeCursor(sealer, principal, place, cursor)
      const found = await findRuns(reports, principal, { ...sought, name, before, limit })
      const last = found.length < limit ? undefined : found.at(-1)
      const next = last && { at: last.startedAt, id: last.id }
      return reply(200, {
        runs: found.map(toListed),
        ...(next && { next: writeTimeCursor(sealer, principal, place, next) }),
      })
    }),
    mount(ofTransaction, async ({ request: { param }, principal }) => {
      const { packName: name, transactionId } = param
      if (!(await findSubmitted(reads, principal, transactionId))) return refuse('not-found')
      const found = await findRuns(reads, principal, { name, transactionId, limit: limitMax })
      return reply(200, { runs: found.map(toListed) })
    }),
  ]
}

const toListed = (one: FoundRun): ListedRun => ({
  runId: one.id,
  transactionId: one.transactionId,
  packVersion: one.version,
  status: one.status,
  ...(one.outcome !== null && { outcome: one.outcome }),
  ...(one.stopReason !== null && { stopReason: one.stopReason }),
  ...(one.unansweredStep !== null && { unansweredStep: one.unansweredStep }),
  waitingFor: [...one.waitingFor],
  startedAt: new Date(one.startedAt).toISOString(),
  ...(one.endedAt !== null && { endedAt: new Date(one.endedAt).toISOString() }),
})
