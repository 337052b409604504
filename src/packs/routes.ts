// The query and the start of packs: when a run starts, and how long a query waits.
import { z } from 'zod'
import type { ServiceDeps } from '#src/capability.ts'
import { commit } from '#src/commit/commit.ts'
import { mountChange } from '#src/http/change.ts'
import { refuse, reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/http/route.ts'
import { findSubmitted, lockTransaction } from '#src/transaction/store.ts'
import { packAnswerSchema } from './answer.ts'
import type { Module } from './module.ts'
import { readPackAnswer } from './query.ts'
import { registryRoutes } from '#src/registry/routes.ts'
import { registeredPacks } from './registered.ts'
import { packHead, packNameParam, StartPack } from './schema.ts'
import { isAgendaFull, runsMax, runWindowMs, waitForStart } from './start-limit.ts'
import { findLatestRun, hasRun, listStarts, type ShownRun } from './store.ts'
import { waitForRun, waitSeconds } from './wait.ts'

const param = z.object({
  packName: packNameParam,
  transactionId: z.uuid().meta({ description: 'The transaction.' }),
})
/** Its sections are those of the modules that the process has, which no type can name. */
const answerOf = (offered: readonly Module[]) =>
  z.object<typeof packHead>({ ...packAnswerSchema(offered).shape, ...packHead }).meta({
    id: 'PackAnswer',
    description: 'A section for each module of the pack, and for no other.',
  })
type PackAnswer = ReturnType<typeof answerOf>

const paths = ['/v1/packs/{packName}/{transactionId}'] as const
const tag = 'Packs'

const queryPack = (body: PackAnswer) =>
  defineRoute({
    method: 'get',
    paths,
    operationId: 'queryPack',
    summary: 'Results of a pack',
    description:
      'Starts the pack for the transaction when it has not run (HEAD does not), waits for its completion up to 2 s or what `Prefer: wait=N` says (0 to 30), no longer than something but the client is awaited, and answers with what there is.',
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
    responses: { 200: { description: 'What there is.', body } },
    problems: ['not-found', 'limit-reached'],
  })

const startPack = (body: PackAnswer) =>
  defineRoute({
    method: 'post',
    paths,
    operationId: 'startPack',
    summary: 'Start a pack with a chosen version',
    description: `Starts a further run of the pack, of the live version unless the body names another, and answers at once. The query then shows the latest run. A pack runs at most ${runsMax} times for a transaction in any 60 minutes of its clock; beyond that: 429 \`limit-reached\` with \`Retry-After\`.`,
    tag,
    request: { param, json: StartPack.optional() },
    responses: { 202: { description: 'The run has started.', body } },
    problems: ['not-found', 'limit-reached'],
  })

export function packRoutes(deps: ServiceDeps): Mounted[] {
  const { reads, packs } = deps
  const answer = answerOf(packs.offered)
  return [
    ...registryRoutes(deps, registeredPacks(packs)),
    mount(queryPack(answer), async ({ request, principal, c }) => {
      const { packName, transactionId: id } = request.param
      const [found, latest] = await Promise.all([
        findSubmitted(reads, principal, id),
        findLatestRun(reads, id, packName),
      ])
      if (!found || (!latest && c.req.method === 'HEAD')) return refuse('not-found')
      const run = latest ?? (await startFirst(deps, principal, id, packName))
      if (typeof run === 'string') return refuse(run)
      const deadline = Date.now() + waitSeconds(request.header.prefer) * 1_000
      const shown = await waitForRun(deps, run, deadline)
      return reply(200, await readPackAnswer(reads, packs, found, shown))
    }),
    mountChange(deps, startPack(answer), async ({ request, tx, lock }) => {
      const { packName, transactionId } = request.param
      const locked = await lock(transactionId)
      const version = request.json?.version
      const chosen = await (version === undefined
        ? packs.versions.findLive(tx, locked, packName, locked.id).then((live) => live?.version)
        : packs.versions.findNamed(tx, locked.tenant, packName, version))
      if (!chosen) return refuse('not-found')
      const now = locked.now.getTime()
      const startedAt = await listStarts(tx, locked.id, chosen.name, new Date(now - runWindowMs))
      const waitMs = waitForStart(startedAt, now)
      if (waitMs > 0) return refuse('limit-reached', { retryAfterSeconds: waitMs / 1_000 })
      if (isAgendaFull(locked.tasks)) return refuse('limit-reached')
      const run = await packs.start(tx, locked, chosen, false)
      return reply(202, await readPackAnswer(tx, packs, locked, run))
    }),
  ]
}

/** The run of a first query, or why there is none; of two first queries the second finds the run of the first. */
async function startFirst(
  deps: ServiceDeps,
  principal: Principal,
  id: string,
  packName: string,
): Promise<ShownRun | 'not-found' | 'limit-reached'> {
  const { packs, reads } = deps
  const started = await commit<ShownRun | 'not-found' | 'limit-reached' | 'there'>(
    deps,
    async (tx, hold) => {
      // Sent together, and answered one after the other: the lock comes first.
      const [locked, isThere, live] = await Promise.all([
        lockTransaction(tx, principal, id),
        hasRun(tx, id, packName),
        packs.versions.findLive(tx, principal, packName, id),
      ])
      if (!locked || !live) return 'not-found'
      if (isThere) return 'there'
      if (isAgendaFull(locked.tasks)) return 'limit-reached'
      return packs.start(tx, hold(locked), live.version, true)
    },
    { turn: id },
  )
  if (started !== 'there') return started
  return (await findLatestRun(reads, id, packName)) ?? 'not-found'
}
