// The routes of backtests: they start here, run in a workflow of their own, and are read here.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Backtests } from '#src/journey/temporal/backtests.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { newId } from '#src/platform/ids.ts'
import { packNameParam } from '#src/packs/runs/schema.ts'
import { progressOf } from './batch.ts'
import {
  ListedBacktests,
  PackBacktest,
  PackShadow,
  StartBacktest,
  StartedBacktest,
} from './schema.ts'
import { readShadow } from './shadow.ts'
import { type Backtest, findBacktest, insertCounted, isOwned, listBacktests } from './store.ts'
import { nothing } from './tally.ts'

const base = { tag: 'Packs' } as const
const runningMax = 3

const startRoute = defineRoute({
  ...base,
  scope: 'packs:write',
  method: 'post',
  paths: ['/v1/packs/{packName}/backtests'],
  operationId: 'startPackBacktest',
  summary: 'Backtest a version',
  description: `Evaluates the version over the recorded results of past runs, without calling anyone: what has no recorded result is \`undecidable\`, and erased transactions are left out. At most ${runningMax} of a tenant run at once; beyond that: 429 \`limit-reached\`.`,
  request: { param: z.object({ packName: packNameParam }), json: StartBacktest },
  responses: { 202: { description: 'It runs.', body: StartedBacktest } },
  problems: ['no-pack', 'no-version', 'limit-reached'],
})

const listedMax = 20

const listRoute = defineRoute({
  ...base,
  scope: 'reports:read',
  method: 'get',
  paths: ['/v1/packs/{packName}/backtests'],
  operationId: 'listPackBacktests',
  summary: 'List the backtests of a pack',
  description: `The newest ${listedMax} in the mode of the credential.`,
  request: { param: z.object({ packName: packNameParam }) },
  responses: { 200: { description: 'None where nobody has tried one.', body: ListedBacktests } },
  problems: [],
})

const readRoute = defineRoute({
  ...base,
  scope: 'reports:read',
  method: 'get',
  paths: ['/v1/packs/{packName}/backtests/{backtestId}'],
  operationId: 'readPackBacktest',
  summary: 'Read a backtest',
  description: 'The report as far as it has come; counts grow with each batch.',
  request: {
    param: z.object({
      packName: packNameParam,
      backtestId: z.uuid().meta({ description: 'The backtest.' }),
    }),
  },
  responses: { 200: { description: 'As far as it has come.', body: PackBacktest } },
  problems: ['not-found'],
})

const shadowRoute = defineRoute({
  ...base,
  scope: 'reports:read',
  method: 'get',
  paths: ['/v1/packs/{packName}/shadow'],
  operationId: 'readPackShadow',
  summary: 'Read the shadow report of a pack',
  description:
    'The shadow named in `PUT …/live` is evaluated at the end of each run, on the same results; the newest runs are counted.',
  request: { param: z.object({ packName: packNameParam }) },
  responses: { 200: { description: 'The comparison.', body: PackShadow } },
  problems: ['not-found'],
})

const dayMs = 86_400_000

export type BacktestDeps = PackRouteDeps & { readonly backtests: Backtests }

export function backtestRoutes(deps: BacktestDeps): Mounted[] {
  const { db, reads, reports, packs, backtests } = deps
  return [
    mount(startRoute, async ({ request: { param, json }, principal, idempotencyKey }) => {
      const { tenant, mode } = principal
      const found = await packs.versions.findNamed(reads, tenant, param.packName, json.version)
      if (!found) return refuse(await packs.versions.absence(reads, tenant, param.packName))
      const asked = {
        id: idFor(principal, found.name, idempotencyKey),
        tenant,
        mode,
        owner: found.owner,
        name: found.name,
        version: found.version,
        against: json.against ?? null,
        since: json.since === undefined ? new Date(Date.now() - 90 * dayMs) : new Date(json.since),
        limit: json.limit ?? 10_000,
      }
      const row = { ...asked, tally: nothing, createdAt: new Date() }
      const inserted = await insertCounted(db, row, runningMax)
      if (inserted === 'too-many') return refuse('limit-reached', { retryAfterSeconds: 5 })
      if (inserted === 'there') checkRepeated(asked, await findBacktest(db, asked.id))
      // The start is repeated by a repeated request or by the sweep; the workflow of an id runs only once.
      await backtests.start(asked)
      return reply(202, { id: asked.id })
    }),
    mount(listRoute, async ({ request: { param }, principal }) => {
      const found = await listBacktests(reads, principal, param.packName, listedMax)
      return reply(200, { backtests: found.map(toListed) })
    }),
    mount(readRoute, async ({ request: { param }, principal }) => {
      const found = await findBacktest(reads, param.backtestId)
      if (!found || !isOwned(found, principal, param.packName)) return refuse('not-found')
      const { id, status, version, tally } = found
      return reply(200, { id, status, progress: progressOf(found), version, ...copy(tally) })
    }),
    mount(shadowRoute, async ({ request: { param }, principal }) => {
      const found = await readShadow(reports, principal, param.packName)
      return found
        ? reply(200, { version: found.version, ...copy(found.tally) })
        : refuse('not-found')
    }),
  ]
}

/** The same id for a repeated request with the same key. */
function idFor({ tenant, mode }: Principal, name: string, key: string | undefined): string {
  if (key === undefined) return newId()
  const hex = createHash('sha256')
    .update(JSON.stringify([tenant, mode, name, key]))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Asked = Pick<Backtest, 'version' | 'against' | 'limit'>

function checkRepeated(asked: Asked, first: Asked | undefined): void {
  const keys = ['version', 'against', 'limit'] as const
  if (!first || keys.some((key) => first[key] !== asked[key]))
    throw new Problem('idempotency-key-reused')
}

const toListed = (one: Backtest): ListedBacktests['backtests'][number] => ({
  id: one.id,
  status: one.status,
  progress: progressOf(one),
  version: one.version,
  ...(one.against !== null && { against: one.against }),
  createdAt: one.createdAt.toISOString(),
  compared: one.tally.compared,
  changed: one.tally.changed,
  undecidable: one.tally.undecidable,
})

const copy = ({ outcomes, conditions, missing, examples, ...counts }: Backtest['tally']) => ({
  ...counts,
  outcomes: [...outcomes],
  conditions: [...conditions],
  missing: [...missing],
  examples: [...examples],
})
