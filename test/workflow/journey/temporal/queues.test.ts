// What the server says of its queues and of its clock, and what a process shows of that.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { clockQueue, readBacklogSeconds, readServerClock } from '#src/journey/temporal/queues.ts'
import { secondsAhead } from '#src/platform/clock-ahead.ts'
import { until } from '#test/workflow/client.ts'
import { withService } from '#test/workflow/fixture.ts'

const test = withService()

test('a queue that nobody takes from has a backlog with an age, and one without tasks has none', async ({
  service,
}) => {
  const { connection, temporal, client } = service.services
  const server = { connection, namespace: temporal.namespace }
  const name = `nobody-${randomUUID()}`
  expect(await readBacklogSeconds(server, { name, type: 'workflow' })).toBe(0)
  const handle = await client.workflow.start('nothing', { taskQueue: name, workflowId: name })
  const age = await until(
    async () => (await readBacklogSeconds(server, { name, type: 'workflow' })) || undefined,
  )
  expect(age).toBeGreaterThan(0)
  expect(age).toBeLessThan(600)
  expect(await readBacklogSeconds(server, { name, type: 'activity' })).toBe(0)
  await handle.terminate()
})

test('the server’s clock is read, again and again, within the time that the answer took', async ({
  service,
}) => {
  const { connection, temporal } = service.services
  const server = { connection, namespace: temporal.namespace }
  const queue = clockQueue('atesta', randomUUID())
  // Seen with a poll of fifteen seconds: the server gives it tasks of the normal queue, and they are lost.
  expect([queue.name, queue.normalName]).not.toContain('atesta')
  for (let turn = 0; turn < 3; turn += 1) {
    const reading = await readServerClock(server, queue)
    expect(Math.abs(secondsAhead(reading))).toBeLessThan(0.1)
    expect(Math.abs(reading.theirs - reading.before)).toBeLessThan(10_000)
  }
})

test('a process shows its parts, the clocks, its queues, and how fast the database answers', async ({
  service,
}) => {
  const lines = [
    /^atesta_part_up\{part="postgres"\} 1$/m,
    /^atesta_part_up\{part="writes"\} 1$/m,
    /^atesta_part_up\{part="temporal"\} 1$/m,
    /^atesta_part_up\{part="worker"\} 1$/m,
    /^atesta_clock_ahead_seconds\{of="postgres"\} /m,
    /^atesta_clock_ahead_seconds\{of="temporal"\} /m,
    /^atesta_database_answer_seconds\{statement="read"\} 0/m,
    /^atesta_database_answer_seconds\{statement="write"\} 0/m,
    /^atesta_task_queue_backlog_seconds\{queue="workflows"\} /m,
    /^atesta_task_queue_backlog_seconds\{queue="engines"\} /m,
    /^atesta_engine_hosts \d/m,
    /^atesta_database_outages_total\{cause="disk-full"\} 0$/m,
    /^atesta_build_info\{process="atesta-test",/m,
  ]
  const missing = await until(async () => {
    const text = await (await fetch(service.metricsUrl)).text()
    const left = lines.filter((line) => !line.test(text))
    return left.length === 0 ? left : undefined
  })
  expect(missing).toEqual([])
  const ready = await (await fetch(`${service.url}/readyz`)).json()
  expect(ready).toMatchObject({ status: 'ready', postgres: 'up', writes: 'up' })
})
