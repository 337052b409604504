// Shows operators the open tasks of a transaction, and the address of its workflow in the Temporal UI.
import { z } from 'zod'
import { readTasks } from '#src/journey/agenda/read.ts'
import { waitingFor } from '#src/journey/agenda/waiting-rules.ts'
import { listActs } from '#src/journey/acts/store.ts'
import { unpark } from '#src/journey/transaction/parked-rules.ts'
import { findPause, pausedSince } from '#src/journey/transaction/paused-rules.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { workflowId } from '#workflows/messages.ts'
import { type AgendaTask, OpenAgenda } from './agenda-schema.ts'
import { toWaiting } from './waiting-schema.ts'

const getAgenda = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/agenda'],
  operationId: 'getAgenda',
  summary: 'Read what remains to be done of a transaction',
  description:
    'As its row has it now; the workflow may not have looked since. For operators: clients wait for [events](/docs/guide/events).',
  tag: 'Transaction',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }) },
  responses: { 200: { description: 'The open tasks.', body: OpenAgenda } },
  problems: ['not-found'],
})

export type AgendaDeps = {
  readonly reads: Db
  readonly sealer: Sealer
  /** The list of workflows in the Temporal UI. */
  readonly workflowsUrl?: string | undefined
}

export const agendaRoutes = ({ reads, sealer, workflowsUrl }: AgendaDeps): Mounted[] => [
  mount(getAgenda, async ({ request, principal }) => {
    const { id } = request.param
    const found = await findTransaction(reads, principal, id)
    if (!found) return refuse('not-found')
    const now = readerNow(found)
    const [tasks, acts] = await Promise.all([
      readTasks(reads, found.id),
      listActs(reads, sealer, found),
    ])
    const pause = findPause(tasks)
    const waiting = waitingFor(tasks, now.getTime())
    return reply(200, {
      now: now.toISOString(),
      ...(waiting && { waiting: toWaiting(waiting) }),
      ...(pause && { paused: { since: pausedSince(pause) } }),
      ...(acts.length > 0 && { acts: acts.map((one) => ({ ...one, at: one.at.toISOString() })) }),
      tasks: tasks
        .filter((task) => task !== pause)
        .map(toWire)
        .toSorted((one, other) => one.dueAt.localeCompare(other.dueAt)),
      workflow: {
        id: workflowId(found.id),
        ...(workflowsUrl !== undefined && { url: urlOf(workflowsUrl, found.id) }),
      },
    })
  }),
]

/** Shows a parked task with the name and due time that it has without the pause. */
function toWire(task: Task): AgendaTask {
  const { key, does = task.task, module, ref, attempt, dueAt } = unpark(task)
  return {
    key,
    does,
    ...(module !== undefined && { module }),
    ref,
    ...(attempt !== undefined && { attempt }),
    dueAt: new Date(dueAt).toISOString(),
    ...(task.parked && { held: task.parked.until }),
  }
}

/** The address is a query, because a transaction gets a new run whenever it has something to do again. */
const urlOf = (workflowsUrl: string, id: string): string =>
  `${workflowsUrl}?query=${encodeURIComponent(`WorkflowId = '${workflowId(id)}'`)}`
