// Interface 4.16, and decisions section 7 for when a run starts and how long a query waits.
import { z } from 'zod'
import { Problem } from '#src/errors.ts'
import { type ChangeDeps, mountChange } from '#src/http/change.ts'
import { refuse, reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/http/route.ts'
import type { Waiter } from '#src/journal/wait.ts'
import { findTransaction, type Found, lockTransaction } from '#src/transaction/store.ts'
import { packAnswerSchema } from './answer.ts'
import { catalogue } from './catalogue.ts'
import { readPackAnswer } from './query.ts'
import { packHead, StartPack } from './schema.ts'
import { runsMax, runWindowMs, waitForStart } from './start-limit.ts'
import {
  findLatestRun,
  findLive,
  findVersion,
  listStarts,
  type Run,
  startRun,
  type Version,
} from './store.ts'
import { waitForRun, waitSeconds } from './wait.ts'

const param = z.object({
  packName: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'The name of the pack.', example: 'basic' }),
  transactionId: z.uuid().meta({ description: 'The transaction.' }),
})
const PackAnswer = packAnswerSchema(catalogue).extend(packHead).meta({
  id: 'PackAnswer',
  description: 'A section for each module of the pack, and for no other.',
})
const paths = ['/v1/packs/{packName}/{transactionId}'] as const
const tag = 'Packs'

const queryPack = defineRoute({
  method: 'get',
  paths,
  operationId: 'queryPack',
  summary: 'Results of a pack',
  description:
    'Starts the pack for the transaction when it has not run (HEAD does not), waits for its completion up to 2 s or what `Prefer: wait=N` says (0 to 30), and answers with what there is.',
  tag,
  request: {
    param,
    header: z.object({
      prefer: z
        .string()
        .optional()
        .meta({ description: 'RFC 7240; `wait=N` in seconds, 0 to 30.', example: 'wait=10' }),
    }),
  },
  responses: { 200: { description: 'What there is.', body: PackAnswer } },
  problems: ['not-found'],
})

const startPack = defineRoute({
  method: 'post',
  paths,
  operationId: 'startPack',
  summary: 'Start a pack with a chosen version',
  description: `Starts a further run of the pack, of the live version unless the body names another, and answers at once. The query then shows the latest run. A pack runs at most ${runsMax} times for a transaction in any 60 minutes of its clock; beyond that: 429 \`limit-reached\` with \`Retry-After\`.`,
  tag,
  request: { param, json: StartPack.optional() },
  responses: { 202: { description: 'The run has started.', body: PackAnswer } },
  problems: ['not-found', 'limit-reached'],
})

export function packRoutes(deps: ChangeDeps & { waiter: Waiter }): Mounted[] {
  const { db, sealer, waiter } = deps

  async function findOrStart(principal: Principal, found: Found, live: Version): Promise<Run> {
    const latest = await findLatestRun(db, found.id, live.name)
    if (latest) return latest
    const { run, locked } = await db.transaction(async (tx) => {
      const locked = await lockTransaction(tx, principal, found.id)
      if (!locked) throw new Problem('not-found')
      const started = await startRun(tx, locked, live, true)
      return { locked, run: started ?? (await findLatestRun(tx, found.id, live.name)) }
    })
    if (locked.woken) deps.nudger.nudge(locked)
    if (!run) throw new Error('a run that was not started is there')
    return run
  }

  return [
    mount(queryPack, async ({ request, principal, c }) => {
      const { packName, transactionId } = request.param
      const [found, live] = await Promise.all([
        findTransaction(db, principal, transactionId),
        findLive(db, packName),
      ])
      if (!found || !live) return refuse('not-found')
      if (c.req.method === 'HEAD' && !(await findLatestRun(db, found.id, live.name)))
        return refuse('not-found')
      const run = await findOrStart(principal, found, live)
      const deadline = Date.now() + waitSeconds(request.header.prefer) * 1_000
      const ended = await waitForRun(db, waiter, run, deadline)
      return reply(200, await readPackAnswer(db, sealer, found, ended))
    }),
    mountChange(deps, startPack, async ({ request, tx, lock }) => {
      const { packName, transactionId } = request.param
      const locked = await lock(transactionId)
      const version = request.json?.version
      const chosen = await (version === undefined
        ? findLive(tx, packName)
        : findVersion(tx, packName, version))
      if (!chosen) return refuse('not-found')
      const now = locked.now.getTime()
      const startedAt = await listStarts(tx, locked.id, chosen.name, new Date(now - runWindowMs))
      const waitMs = waitForStart(startedAt, now)
      if (waitMs > 0) return refuse('limit-reached', { retryAfterSeconds: waitMs / 1_000 })
      const run = await startRun(tx, locked, chosen, false)
      if (!run) throw new Error('a run of its own has no rival')
      return reply(202, await readPackAnswer(tx, sealer, locked, run))
    }),
  ]
}
