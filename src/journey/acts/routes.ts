// The operators' acts on one transaction: pause it, resume it, hurry what waits, end open work.
import { z } from 'zod'
import { type ChangeDeps, mountChange } from '#src/journey/commit/change.ts'
import { findPause, pausedTask } from '#src/journey/transaction/paused-rules.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { act, type ActDeps } from './act.ts'
import type { Act } from '#src/journey/transaction/rules.ts'
import { auditedActs } from './rules.ts'
import { ActReason, ActDone } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { actKinds } from './kinds.ts'
import { defineTask } from '#src/journey/commit/task.ts'

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })

const base = {
  method: 'post',
  tag: 'Transaction',
  request: { param, json: ActReason },
  responses: { 200: { description: 'It is done.', body: ActDone } },
} as const

const pauseRoute = defineRoute({
  ...base,
  paths: ['/v1/transaction/{id}/agenda/pause'],
  operationId: 'pauseAgenda',
  summary: 'Pause a transaction',
  description:
    'What is to be done waits, what is opened meanwhile too: nothing is sent or bought. What ends by time still ends, what is under way is finished, pictures are looked at, and requests are answered as before.',
  problems: ['not-found', 'paused'],
})

const resumeRoute = defineRoute({
  ...base,
  paths: ['/v1/transaction/{id}/agenda/resume'],
  operationId: 'resumeAgenda',
  summary: 'Let a paused transaction go on',
  description: 'Each task is due when it was: what came due meanwhile is done at once.',
  problems: ['not-found', 'not-paused'],
})

const tryRoute = defineRoute({
  ...base,
  paths: ['/v1/transaction/{id}/agenda/try-now'],
  operationId: 'tryAgendaNow',
  summary: 'Try at once what was put off',
  description:
    'What a vendor has not taken, a step that is tried again, a task that was set apart: due now. What nobody knows the outcome of is looked up when it was to be.',
  problems: ['not-found', 'paused', 'nothing-deferred'],
})

const endRoute = defineRoute({
  ...base,
  paths: ['/v1/transaction/{id}/agenda/end'],
  operationId: 'endAgenda',
  summary: 'End what is open of a transaction',
  description:
    'Open runs of packs end as `cancelled`; questions, tokens, links, reviews and orders that were not bought are closed. What was claimed is still looked up, and what was bought still counts. Whatever is asked afterwards begins anew.',
  problems: ['not-found', 'nothing-open'],
})

export type ActRouteDeps = ChangeDeps & ActDeps

function actRoutes(deps: ActRouteDeps): Mounted[] {
  const mountAct = (
    route: typeof pauseRoute | typeof resumeRoute | typeof tryRoute | typeof endRoute,
    name: Act,
  ) =>
    mountChange(deps, route, async ({ request, principal, requestId, tx, lock }) => {
      const locked = await lock(request.param.id)
      const asked = { act: name, reason: request.json.reason }
      const refusal = await act({ ...deps, tx, locked }, asked)
      if (refusal) return refuse(refusal)
      await writeAudit(tx, byCaller(principal, requestId), {
        action: auditedActs[name],
        transactionId: locked.id,
      })
      const paused = findPause(locked.tasks) !== undefined
      return reply(200, { act: name, paused, tasks: locked.tasks.length })
    })
  return [
    mountAct(pauseRoute, 'pause'),
    mountAct(resumeRoute, 'resume'),
    mountAct(tryRoute, 'try-now'),
    mountAct(endRoute, 'end'),
  ]
}

/**
 * The marker of a pause needs a task of its name. An entry ends a pause; should the far-off time of the marker come,
 * this ends it.
 */
const endPause = defineTask(pausedTask, async () => {})

export const acts: Capability<ActRouteDeps> = {
  name: 'acts',
  kinds: actKinds,
  tasks: () => [endPause],
  routes: actRoutes,
}
