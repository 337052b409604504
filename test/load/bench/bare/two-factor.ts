// The client of the bare second factor. It calls Temporal directly, without an API between, and the vendor’s reports
// are unsigned updates.
import { randomUUID } from 'node:crypto'
import type { Clocked } from '#test/load/drive.ts'
import type { Process } from '#test/support/process.ts'
import { openBareWorker } from './worker-client.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'
import type { Vendor } from '#test/load/bench/vendor.ts'
import type { Report } from './two-factor-activities.ts'
import { ask, bareTwoFactor, create, report } from './workflow.ts'

type BareTwoFactor = AsyncDisposable & {
  readonly worker: Process
  /** Runs a second factor from the creation to the reply. */
  roundTrip(clock: Clocked): Promise<void>
}

export async function startBareTwoFactor(stage: Stage, vendor: Vendor): Promise<BareTwoFactor> {
  await using parts = new AsyncDisposableStack()
  const bare = parts.use(await openBareWorker(stage, vendor.environment))
  const { client, taskQueue } = bare

  async function begin(digits: string) {
    const id = randomUUID()
    const handle = await client.workflow.start(bareTwoFactor, {
      workflowId: `bare/${id}`,
      taskQueue,
      args: [id],
    })
    await handle.executeUpdate(create, { args: [{ ...makePerson(), digits }] })
    return handle
  }

  const first = begin('')
  const worker = await bare.start(first)
  const owned = parts.move()
  return {
    worker,
    async roundTrip(clock) {
      const { digits, arrived } = vendor.expect()
      const handle = await clock('create', () => begin(digits))
      const { challengeId, message } = await clock('arrive', async () => {
        const asked = await clock('ask', () => handle.executeUpdate(ask))
        return { ...asked, message: (await arrived).id }
      })
      const tell = (fact: Report['fact'], rest: Pick<Report, 'option'> = {}) => {
        const told = { challengeId, key: `${message}:${fact}`, fact, ...rest }
        return clock(fact, () => handle.executeUpdate(report, { args: [told] }))
      }
      await tell('sent')
      await tell('delivered')
      await tell('replied', { option: 1 })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
