// The client of the bare call: a workflow with one activity that asks a server over HTTP, and ends with its answer.
import { randomUUID } from 'node:crypto'
import type { Process } from '#test/support/process.ts'
import { openBareWorker } from './worker-client.ts'
import type { Stage } from '#test/load/stage.ts'
import { bareCall } from './workflow.ts'

type BareCalls = AsyncDisposable & { readonly worker: Process; run(): Promise<void> }

export async function startBareCalls(stage: Stage, url: string): Promise<BareCalls> {
  await using parts = new AsyncDisposableStack()
  const bare = parts.use(await openBareWorker(stage))
  const { client, taskQueue } = bare
  async function run() {
    const workflowId = `bare-call/${randomUUID()}`
    const granted = await client.workflow.execute(bareCall, { workflowId, taskQueue, args: [url] })
    if (!granted) throw new Error('a bare call was not granted')
  }
  const worker = await bare.start(run())
  const owned = parts.move()
  return { worker, run, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
