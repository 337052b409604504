// The common part of the bare worker’s clients: a connection to Temporal, a task queue of their own, and the worker
// once it has completed its first task.
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { openMeasuredFleet } from '#test/load/service.ts'
import type { Stage } from '#test/load/stage.ts'
import type { Environment, Process } from '#test/support/process.ts'

export type BareWorker = AsyncDisposable & {
  readonly client: Client
  readonly taskQueue: string
  /** Starts the worker after its first task was queued. */
  start(first: Promise<unknown>): Promise<Process>
}

export async function openBareWorker(
  stage: Stage,
  environment: Environment = {},
): Promise<BareWorker> {
  await using parts = new AsyncDisposableStack()
  const taskQueue = `bare-${randomUUID()}`
  const connection = await Connection.connect({ address: stage.temporal.address })
  parts.defer(() => connection.close())
  const queue = { TEMPORAL_TASK_QUEUE: taskQueue, ...environment }
  const fleet = parts.use(openMeasuredFleet(stage, queue))
  const owned = parts.move()
  return {
    client: new Client({ connection }),
    taskQueue,
    async start(first) {
      let isReady = false
      void first.then(() => (isReady = true))
      const worker = await fleet.start('test/load/bench/bare/worker.ts', async () => isReady)
      await first
      return worker
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
