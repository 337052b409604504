// The client of the bare pack: a workflow that performs the activities of five modules and ends with their results.
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { work, type Working } from '#test/load/bench/processes.ts'
import type { Stage } from '#test/load/stage.ts'
import { type ActivityKind, barePack } from './workflow.ts'

type BarePacks = AsyncDisposable & {
  readonly worker: Working
  /** One that is there. */
  readonly transaction: string
  run(transactionId: string): Promise<void>
}

/** `kind`: local activities are within the workflow's task, ordinary ones are tasks of their own. */
export async function startBarePacks(stage: Stage, kind: ActivityKind): Promise<BarePacks> {
  await using parts = new AsyncDisposableStack()
  const taskQueue = `bare-${randomUUID()}`
  const connection = await Connection.connect({ address: stage.temporalAddress })
  parts.defer(() => connection.close())
  const client = new Client({ connection })
  let isReady = false
  async function run(transactionId: string) {
    const workflowId = `bare-pack/${randomUUID()}`
    const results = await client.workflow.execute(barePack, {
      workflowId,
      taskQueue,
      args: [transactionId, kind],
    })
    if (results.length !== 5) throw new Error(`a bare pack has ${results.length} results`)
  }

  const id = randomUUID()
  await stage.sql`insert into bare.transaction (id, tenant, mode, created_at, fields)
    values (${id}, 'bench', 'sandbox', now(), '{}')`
  const first = run(id).then(() => (isReady = true))
  const worker = await work(
    stage,
    { entry: 'test/load/bench/bare/worker.ts', taskQueue },
    async () => isReady,
  )
  parts.use(worker)
  await first
  const owned = parts.move()
  return { worker, run, transaction: id, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
