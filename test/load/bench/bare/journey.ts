// The client of the bare journey. It calls Temporal directly, without an API between.
import { randomUUID } from 'node:crypto'
import type { Clocked } from '#test/load/drive.ts'
import type { Process } from '#test/support/process.ts'
import { openBareWorker } from './worker-client.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'
import { bareJourney, create, openToken, runPack, validate } from './workflow.ts'

export type Bare = AsyncDisposable & {
  readonly worker: Process
  /** Runs the whole journey. */
  journey(clock: Clocked): Promise<void>
  /** Starts a journey that waits for its code. */
  open(): Promise<void>
}

export async function startBare(stage: Stage): Promise<Bare> {
  await using parts = new AsyncDisposableStack()
  const bare = parts.use(await openBareWorker(stage))
  const { client, taskQueue } = bare

  async function begin() {
    const id = randomUUID()
    const handle = await client.workflow.start(bareJourney, {
      workflowId: `bare/${id}`,
      taskQueue,
      args: [id],
    })
    await handle.executeUpdate(create, { args: [makePerson()] })
    return handle
  }

  const first = begin()
  const worker = await bare.start(first)
  const owned = parts.move()
  return {
    worker,
    async journey(clock) {
      const handle = await clock('create', begin)
      const { code } = await clock('token', () => handle.executeUpdate(openToken))
      const { valid } = await clock('validate', () =>
        handle.executeUpdate(validate, { args: [code] }),
      )
      if (!valid) throw new Error('the bare journey refused its own code')
      await clock('pack', () => handle.executeUpdate(runPack))
    },
    async open() {
      const handle = await begin()
      await handle.executeUpdate(openToken)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
