// The client of the bare pack: a workflow that runs the activities of five modules and ends with their results.
import { randomUUID } from 'node:crypto'
import type { Process } from '#test/support/process.ts'
import { openBareWorker } from './worker-client.ts'
import type { Stage } from '#test/load/stage.ts'
import { type ActivityKind, barePack } from './workflow.ts'

type BarePacks = AsyncDisposable & {
  readonly worker: Process
  /** The id of an existing transaction. */
  readonly transaction: string
  run(transactionId: string): Promise<void>
}

/** `kind`: local activities run within the workflow task, ordinary ones are separate tasks. */
export async function startBarePacks(stage: Stage, kind: ActivityKind): Promise<BarePacks> {
  await using parts = new AsyncDisposableStack()
  const bare = parts.use(await openBareWorker(stage))
  const { client, taskQueue } = bare
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
  const first = run(id)
  const worker = await bare.start(first)
  const owned = parts.move()
  return { worker, run, transaction: id, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
