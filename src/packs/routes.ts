// Queries and starts packs.
import type { PackDeps, PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { needScope } from '#src/platform/http/auth/scopes.ts'
import { type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { registryRoutes } from '#src/journey/registry/routes.ts'
import { findTransaction, lockTransaction } from '#src/journey/transaction/store.ts'
import { modulesRun } from '#src/packs/document/expand-each.ts'
import { demandKey } from '#src/platform/idempotency/read-key.ts'
import { answerOf, endRun, queryPack, readRun, rerunModule, startPack } from './contracts.ts'
import { readPackAnswer } from './query.ts'
import { registeredPacks } from '#src/packs/files/registered.ts'
import { schemaRoutes } from '#src/packs/files/schema-routes.ts'
import { isAgendaFull, runWindowMs, waitForStart } from './start-limit.ts'
import { findLatestRun, findRun, hasRun, listStarts } from '#src/packs/runs/store.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'
import {
  fitInput,
  fitsSubject,
  type LiveVersion,
  type NoVersion,
  type Version,
} from '#src/packs/runs/versions.ts'
import { unfit } from '#src/packs/runs/unfit.ts'
import { waitForRun, waitSeconds } from './wait.ts'

const agendaFull = {
  detail: 'The transaction has too many open tasks: let some of them end first.',
}

export function packRoutes(deps: PackRouteDeps): Mounted[] {
  const { reads, packs } = deps
  const answer = answerOf(packs.offered)
  const answersBy = packs.offered.flatMap(({ scope }) => scope ?? [])
  return [
    ...schemaRoutes(packs),
    ...registryRoutes(deps, registeredPacks(packs)),
    mount(queryPack(answer), async ({ request, principal, c }) => {
      const { packName, transactionId: id } = request.param
      const [found, latest] = await Promise.all([
        findTransaction(reads, principal, id),
        findLatestRun(reads, id, packName),
      ])
      if (!found || (!latest && c.req.method === 'HEAD')) return refuse('not-found')
      const run = latest ?? (await startFirst(deps, principal, id, packName))
      if (typeof run === 'string') return refuse(run)
      const deadline = performance.now() + waitSeconds(request.header.prefer) * 1_000
      const shown = await waitForRun(deps, run, deadline)
      return reply(200, await readPackAnswer({ db: reads, packs }, found, shown, principal.scopes))
    }),
    mountChange(
      deps,
      { ...startPack(answer), answersBy },
      async ({ request, principal, tx, lock }) => {
        const { packName, transactionId } = request.param
        const locked = await lock(transactionId)
        const version = request.json?.version
        const live = await (version === undefined
          ? packs.versions.findLive(tx, locked, packName, locked.id)
          : findChosen({ ...packs, tx, locked }, { packName, version }))
        if (typeof live === 'string') return refuse(live)
        if (!live) return refuse(await whyNotLive(packs, tx, locked, packName))
        needScopesOf(packs, live.version, principal)
        if (!fitsSubject(live.version, locked.before.documentType)) return refuse('subject-unfit')
        const now = locked.now.getTime()
        const startedAt = await listStarts(tx, locked.id, packName, new Date(now - runWindowMs))
        const waitMs = waitForStart(startedAt, now)
        if (waitMs > 0) return refuse('limit-reached', { retryAfterSeconds: waitMs / 1_000 })
        if (isAgendaFull(locked.tasks)) return refuse('limit-reached', agendaFull)
        const fitted = fitInput(live.version, request.json?.input ?? {})
        if ('faults' in fitted) throw unfit('#/input', fitted.faults)
        const run = await packs.start(tx, locked, live, { implicit: false, ...fitted })
        return reply(202, await readPackAnswer({ db: tx, packs }, locked, run, principal.scopes))
      },
    ),
    mount(readRun(answer), async ({ request, principal }) => {
      const { packName, transactionId: id, runId } = request.param
      const [found, run] = await Promise.all([
        findTransaction(reads, principal, id),
        findRun(reads, runId),
      ])
      if (!found || run?.transactionId !== id || run.name !== packName) return refuse('not-found')
      return reply(200, await readPackAnswer({ db: reads, packs }, found, run, principal.scopes))
    }),
    mountChange(deps, endRun(answer), async ({ request, principal, tx, lock }) => {
      const { packName, transactionId, runId } = request.param
      const locked = await lock(transactionId)
      const run = await packs.cancel(tx, locked, packName, runId)
      if (!run) return refuse('not-found')
      return reply(200, await readPackAnswer({ db: tx, packs }, locked, run, principal.scopes))
    }),
    mountChange(deps, { ...rerunModule(answer), answersBy }, async (change) => {
      const { request, principal, tx, lock } = change
      const { packName, transactionId, module } = request.param
      const again = request.json?.again === true
      if (again) demandKey(change)
      const locked = await lock(transactionId)
      if (isAgendaFull(locked.tasks)) return refuse('limit-reached', agendaFull)
      const needModule = (key: string | undefined) => {
        const offered = packs.offered.find((one) => one.key === key)
        if (offered?.scope !== undefined) needScope(principal, offered.scope)
      }
      const run = await packs.rerun(tx, locked, packName, { step: module, again, needModule })
      if (typeof run === 'string') return refuse(run)
      return reply(202, await readPackAnswer({ db: tx, packs }, locked, run, principal.scopes))
    }),
  ]
}

/** A run of a version that the client chose has no shadow. */
async function findChosen(
  { tx, locked, versions }: InCommit<PackDeps>,
  { packName, version }: { readonly packName: string; readonly version: number },
): Promise<LiveVersion | NoVersion> {
  const found = await versions.findChosen(tx, locked, packName, version)
  return typeof found === 'string' ? found : { version: found }
}

/** Why no version of the name is live in the caller’s mode. */
async function whyNotLive(
  { versions }: PackDeps,
  db: Db,
  { tenant }: Pick<Owner, 'tenant'>,
  name: string,
): Promise<'no-pack' | 'not-live-here'> {
  const why = await versions.absence(db, tenant, name)
  return why === 'no-pack' ? why : 'not-live-here'
}

/** A pack can be started only by a credential that may see all of its results. */
function needScopesOf({ offered }: PackDeps, { document }: Version, principal: Principal): void {
  const keys = modulesRun(document.root)
  for (const { key, scope } of offered)
    if (scope !== undefined && keys.includes(key)) needScope(principal, scope)
}

type Refused =
  | 'not-found'
  | 'limit-reached'
  | 'no-pack'
  | 'not-live-here'
  | 'subject-unfit'
  | 'input-needed'

/**
 * The run that a first query starts, or why there is none. The second of two concurrent first queries finds the run of
 * the first.
 */
async function startFirst(
  deps: PackRouteDeps,
  principal: Principal,
  id: string,
  packName: string,
): Promise<ShownRun | Refused> {
  const { packs, reads } = deps
  needScope(principal, 'transactions:write')
  const started = await commit<ShownRun | Refused | 'there'>(
    deps,
    async (tx, hold) => {
      // Sent together and executed in order, so that the lock comes first.
      const [locked, isThere, live] = await askInOrder(
        () => lockTransaction(tx, principal, id),
        () => hasRun(tx, id, packName),
        () => packs.versions.findLive(tx, principal, packName, id),
      )
      if (!locked) return 'not-found'
      if (isThere) return 'there'
      if (!live) return whyNotLive(packs, tx, principal, packName)
      needScopesOf(packs, live.version, principal)
      if (!fitsSubject(live.version, locked.before.documentType)) return 'subject-unfit'
      if (isAgendaFull(locked.tasks)) return 'limit-reached'
      const fitted = fitInput(live.version, {})
      if ('faults' in fitted) return 'input-needed'
      return packs.start(tx, hold(locked), live, { implicit: true, ...fitted })
    },
    { mutexKey: id },
  )
  if (started !== 'there') return started
  return (await findLatestRun(reads, id, packName)) ?? 'not-found'
}
