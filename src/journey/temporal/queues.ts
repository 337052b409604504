// What Temporal's server says of its queues and of its clock.
import { createHash, randomUUID } from 'node:crypto'
import type { Connection } from '@temporalio/client'
import type { ClockReading } from '#src/platform/clock-ahead.ts'
import type { Priority } from '@temporalio/common'
import type { Mode } from '#src/journey/transaction/rules.ts'

type Server = { readonly connection: Connection; readonly namespace: string }

/** Numbers of the API's `TaskQueueType` and `TaskQueueKind` (temporal/api/enums/v1/task_queue.proto). */
const types = { workflow: 1, activity: 2 } as const
const sticky = 2

const deadlineMs = 3_000
/** The least that the server takes for a poll; it is let go long before. */
const pollMs = 5_000
const lookMs = 50
const looksMax = 20

/** How long the first of a queue's tasks has waited for a poll; 0 where none does. Rejects while the server is away. */
export async function readBacklogSeconds(
  { connection, namespace }: Server,
  queue: { readonly name: string; readonly type: keyof typeof types },
): Promise<number> {
  const { stats } = await connection.withDeadline(Date.now() + deadlineMs, () =>
    connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: queue.name },
      taskQueueType: types[queue.type],
      reportStats: true,
    }),
  )
  return toMs(stats?.approximateBacklogAge) / 1_000
}

/**
 * The queue of this process for `readServerClock`: a sticky one, because such a one has a single partition. A poll of it is one of the
 * normal queue beside it, too, so that is nobody's either: what such a poll takes is lost until the server asks for it.
 */
export const clockQueue = (taskQueue: string, id: string) => ({
  name: `${taskQueue}-clock-${id}`,
  normalName: `${taskQueue}-clock`,
})

/**
 * The server says its time of nothing but what happens there: of a poll, say. `queue` is the caller's own, and nobody gives it
 * a task; it is a sticky one, because such a queue has one partition. Rejects while the server is away.
 */
export async function readServerClock(
  { connection, namespace }: Server,
  queue: { readonly name: string; readonly normalName: string },
): Promise<ClockReading> {
  const identity = randomUUID()
  const taskQueue = { ...queue, kind: sticky }
  const letGo = new AbortController()
  const before = Date.now()
  const polling = connection.withAbortSignal(letGo.signal, () =>
    connection.withDeadline(before + pollMs, () =>
      connection.workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity }),
    ),
  )
  const failed = polling.then(
    () => new Error('a poll was answered'),
    (error: unknown) => error,
  )
  try {
    for (let look = 0; look < looksMax; look += 1) {
      const { pollers } = await connection.withDeadline(Date.now() + deadlineMs, () =>
        connection.workflowService.describeTaskQueue({
          namespace,
          taskQueue,
          taskQueueType: types.workflow,
        }),
      )
      const at = pollers?.find((one) => one.identity === identity)?.lastAccessTime
      if (at) return { before, theirs: toMs(at), after: Date.now() }
      await Promise.race([wait(lookMs), failed])
    }
    throw new Error('the server shows no poll')
  } finally {
    letGo.abort()
    await failed
  }
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

type Time = { readonly seconds?: unknown; readonly nanos?: number | null }

const toMs = (time: Time | null | undefined): number =>
  Number(time?.seconds ?? 0) * 1_000 + (time?.nanos ?? 0) / 1e6

const levels = { live: 2, sandbox: 3, backtest: 5 } as const

/** In bytes: the server refuses a longer key. */
const keyMax = 64

/**
 * Whose turn it is where tasks wait for a worker: live before sandbox, backtests last, and tenants by turns. A signal does
 * not change it, so whoever may start a workflow says it, the sweep too; its activities have the same.
 */
export const priorityOf = (mode: Mode | 'backtest', tenant: string): Priority => ({
  priorityKey: levels[mode],
  fairnessKey:
    Buffer.byteLength(tenant) <= keyMax
      ? tenant
      : createHash('sha256').update(tenant).digest('hex'),
})
