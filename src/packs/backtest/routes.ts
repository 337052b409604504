// The routes of backtests: they start here, run in a workflow of their own, and are read here.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { digestOf } from '#src/journey/registry/digest.ts'
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
import { findTried } from './tried.ts'

const base = { tag: 'Packs' } as const
const runningMax = 3

const startRoute = defineRoute({
  ...base,
  scope: 'packs:write',
  method: 'post',
  paths: ['/v1/packs/{packName}/backtests'],
  operationId: 'startPackBacktest',
  summary: 'Backtest a version or a draft',
  description: `Evaluates the version, or the text of a draft, over the recorded results of the pack’s past runs, without calling anyone: what has no recorded result is \`undecidable\`, and erased transactions are left out. At most ${runningMax} of a tenant run at once; beyond that: 429 \`limit-reached\`.`,
  request: { param: z.object({ packName: packNameParam }), json: StartBacktest },
  responses: { 202: { description: 'It runs.', body: StartedBacktest } },
  problems: ['no-pack', 'no-version', 'invalid-document', 'limit-reached'],
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
  const { db, reads, reports, backtests } = deps
  return [
    mount(startRoute, async ({ request: { param, json }, principal, idempotencyKey }) => {
      const { tenant, mode } = principal
      const name = param.packName
      const { version, text } = json
      const tried = await findTried(deps, { tenant, name, version, text })
      if (typeof tried === 'string') return refuse(tried)
      const asked = {
        id: idFor(principal, name, idempotencyKey),
        tenant,
        mode,
        name,
        ...tried,
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
      return reply(200, { ...headOf(found), ...copy(found.tally) })
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

type Asked = Pick<Backtest, 'version' | 'draft' | 'against' | 'limit'>

function checkRepeated(asked: Asked, first: Asked | undefined): void {
  const keyed = ({ version, draft, against, limit }: Asked) =>
    digestOf({ version, draft, against, limit })
  if (!first || !keyed(asked).equals(keyed(first))) throw new Problem('idempotency-key-reused')
}

const headOf = (one: Backtest) => ({
  id: one.id,
  status: one.status,
  progress: progressOf(one),
  ...(one.version !== null && { version: one.version }),
})

const toListed = (one: Backtest): ListedBacktests['backtests'][number] => ({
  ...headOf(one),
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
