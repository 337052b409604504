// The workflow of a backtest that has not ended: begun anew where it is gone or stuck, and left alone while it waits.
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { expect, inject, test as base } from 'vitest'
import { createBacktests } from '#src/journey/temporal/backtests.ts'
import { backtestWorkflowId } from '#workflows/messages.ts'
import { until } from '../../../client.ts'

const test = base.extend('client', async ({}, { onCleanup }) => {
  const connection = await Connection.connect({ address: inject('temporalAddress') })
  onCleanup(() => connection.close())
  return new Client({ connection })
})

async function startOne(client: Client) {
  const taskQueue = `test-${randomUUID()}`
  const backtests = createBacktests(client, taskQueue)
  const asked = { id: randomUUID(), tenant: 'acme' }
  await backtests.start(asked)
  const handle = client.workflow.getHandle(backtestWorkflowId(asked.id))
  return { taskQueue, backtests, asked, handle }
}

/** As a worker does whose code does not fit the history. */
async function failTask(client: Client, taskQueue: string): Promise<void> {
  await client.withDeadline(Date.now() + 30_000, async () => {
    const service = client.workflowService
    const queue = { namespace: 'default', taskQueue: { name: taskQueue }, identity: 'test' }
    const { taskToken } = await service.pollWorkflowTaskQueue(queue)
    await service.respondWorkflowTaskFailed({ namespace: 'default', taskToken, cause: 1 })
  })
}

test('one that waits for a worker is left alone', async ({ client }) => {
  const { backtests, asked, handle } = await startOne(client)
  const { runId } = await handle.describe()
  expect(await backtests.revive(asked)).toBe(false)
  expect((await handle.describe()).runId).toBe(runId)
})

test('one that has ended by no fault of its batches is begun anew', async ({ client }) => {
  const { backtests, asked, handle } = await startOne(client)
  await handle.terminate()
  expect(await backtests.revive(asked)).toBe(true)
  const { status, priority } = await handle.describe()
  expect(status.name).toBe('RUNNING')
  expect(priority).toMatchObject({ priorityKey: 5, fairnessKey: 'acme' })
})

test('one whose task fails again and again is ended and begun anew', async ({ client }) => {
  const { taskQueue, backtests, asked, handle } = await startOne(client)
  const { runId } = await handle.describe()
  await failTask(client, taskQueue)
  await failTask(client, taskQueue)
  expect(await until(async () => (await backtests.revive(asked)) || undefined)).toBe(true)
  const described = await handle.describe()
  expect(described.status.name).toBe('RUNNING')
  expect(described.runId).not.toBe(runId)
})
