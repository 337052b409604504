// Reads the backlog of Temporal's queues and the server's clock.
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
/** The shortest poll that the server accepts; it is cancelled long before. */
const pollMs = 5_000
const lookMs = 50
const looksMax = 20

/**
 * How long the oldest task of a queue has waited for a worker; 0 when none waits. Rejects while the server cannot be
 * reached.
 */
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
 * The queue of this process for `readServerClock`. It is sticky, because a sticky queue has a single partition. Polling
 * it also polls its normal queue, so that one has no other user either: a task that this poll took would be lost until
 * it timed out.
 */
export const clockQueue = (taskQueue: string, id: string) => ({
  name: `${taskQueue}-clock-${id}`,
  normalName: `${taskQueue}-clock`,
})

/**
 * The server reveals its clock only in events, such as a poll. `queue` belongs to the caller alone and never gets a
 * task; it is sticky, because a sticky queue has one partition. Rejects while the server cannot be reached.
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

/** In bytes, because the server refuses a longer key. */
const keyMax = 64

/**
 * The order in which tasks get a worker: live before sandbox, backtests last, and tenants in turn. A signal cannot
 * change it, so everything that starts a workflow sets it, also the sweep; activities inherit it.
 */
export const priorityOf = (mode: Mode | 'backtest', tenant: string): Priority => ({
  priorityKey: levels[mode],
  fairnessKey:
    Buffer.byteLength(tenant) <= keyMax
      ? tenant
      : createHash('sha256').update(tenant).digest('hex'),
})
