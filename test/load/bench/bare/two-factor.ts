// The client of the bare second factor. It calls Temporal itself: there is no API between, and what the
// vendor reports comes as updates, unsigned.
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import type { Clocked } from '#test/load/drive.ts'
import { work, type Working } from '#test/load/bench/processes.ts'
import { makePerson } from '#test/load/bench/service.ts'
import type { Stage } from '#test/load/stage.ts'
import type { Vendor } from '#test/load/bench/vendor.ts'
import type { Report } from './two-factor-activities.ts'
import { ask, bareTwoFactor, create, report } from './workflow.ts'

type BareTwoFactor = AsyncDisposable & {
  readonly worker: Working
  /** From the creation to the reply. */
  roundTrip(clock: Clocked): Promise<void>
}

export async function startBareTwoFactor(stage: Stage, vendor: Vendor): Promise<BareTwoFactor> {
  await using parts = new AsyncDisposableStack()
  const taskQueue = `bare-${randomUUID()}`
  const connection = await Connection.connect({ address: stage.temporalAddress })
  parts.defer(() => connection.close())
  const client = new Client({ connection })

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
  let isReady = false
  void first.then(() => (isReady = true))
  const worker = await work(
    stage,
    { entry: 'test/load/bench/bare/worker.ts', taskQueue },
    async () => isReady,
    vendor.environment,
  )
  parts.use(worker)
  await first
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
