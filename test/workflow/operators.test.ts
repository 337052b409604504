// What operators see in the Temporal UI: found by attributes, told by summaries, ids and codes only.
import { setTimeout as sleep } from 'node:timers/promises'
import { WorkflowNotFoundError } from '@temporalio/client'
import { describe, expect } from 'vitest'
import { createBody, person } from '#test/support/person.ts'
import { searchAttributes } from '#workflows/messages.ts'
import { createTestClient, foldTasks, until } from './client.ts'
import { withService } from './fixture.ts'

const test = withService()

test('a transaction is found by its tenant, what it waits for, its pack and what came of that', async ({
  service,
}) => {
  const tenant = `tenant-${Date.now()}`
  const client = createTestClient(service, { tenant })
  const id = await client.create()
  await client.requestToken(id)
  await client.queryPack('basic', id)
  // What a pack has only computed tells nobody: operators see it with the next look.
  await client.nudge(id)
  const query = `Tenant = '${tenant}' AND ExecutionStatus = 'Running' AND Waiting = 'client' AND Pack = 'basic@1' AND Outcome = 'completed'`
  const found = await until(async () => {
    for await (const one of service.client.workflow.list({ query })) return one
    return undefined
  })
  expect(found).toMatchObject({
    workflowId: `transaction/${id}`,
    type: 'transaction',
    status: { name: 'RUNNING' },
  })
  expect(found.typedSearchAttributes.get(searchAttributes.tenant)).toBe(tenant)
})

test('Prometheus sees that somebody asks for workflow tasks, and how far behind they are', async ({
  service,
}) => {
  const shown = await until(async () => {
    const text = await (await fetch(service.metricsUrl)).text()
    const pollers = /^temporal_num_pollers\{[^}]*poller_type="workflow_task"[^}]*\} [1-9]/m
    return pollers.test(text) ? text : undefined
  })
  expect(shown).toMatch(/^atesta_agenda_oldest_overdue_seconds \d/m)
})

test('it is found with its first task, and not before: what is only computed begins no workflow', async ({
  client,
  service,
}) => {
  const id = await client.create()
  expect((await client.queryPack('basic', id)).status).toBe('completed')
  // The sweep looks every second.
  await sleep(2_500)
  await expect(client.describe(id)).rejects.toThrow(WorkflowNotFoundError)
  expect((await client.journal(id)).map(({ kind }) => kind)).toContain('pack-ended')

  await client.requestToken(id)
  const described = await until(async () =>
    client
      .handle(id)
      .describe()
      .catch(() => undefined),
  )
  expect(described.type).toBe('transaction')
  expect(described.taskQueue).toBe(service.services.config.TEMPORAL_TASK_QUEUE)
  expect(await described.staticSummary()).toBe('CPF, pack basic@1')
  expect(await described.staticDetails()).toContain(`(${service.url}/console/transactions/${id})`)
})

test('the query `agenda` answers what the journal leads to', async ({ client }) => {
  const id = await client.create()
  await client.requestToken(id)
  await client.journalWith(id, 'challenge-accepted')
  await client.queryPack('basic', id)
  const agenda = await client.agenda(id)
  expect(agenda).toMatchObject({ pack: 'basic@1', tasks: [{ task: 'challenge-expire' }] })
  expect(agenda.tasks).toEqual(foldTasks(await client.journal(id)))
  expect(agenda.tasks).toEqual(await client.tasks(id))
})

describe('a whole journey', () => {
  test('says in its current details what is open, and until when: tokens, questions and tries to come', async ({
    client,
  }) => {
    const phone = { countryCode: 55, areaCode: 11, number: 987_620_003 }
    const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, {
      body: { ...createBody(), email: 'defer+details@example.com', phone },
    })
    await client.requestToken(id)
    await client.ask('POST', `/v1/transaction/${id}/sms/2fa`, 201)
    await client.journalWith(id, 'challenge-deferred')
    await client.journalWith(id, 'challenge-accepted')
    const { tasks } = await client.agenda(id)
    expect(tasks.map(({ module, task }) => `${module} ${task}`).toSorted()).toEqual([
      'email-token challenge-expire',
      'email-token challenge-send',
      'sms-2fa challenge-expire',
    ])
    const { currentDetails } = await client
      .handle(id)
      .query<{ currentDetails?: string }>('__temporal_workflow_metadata')
    expect(currentDetails).toMatch(
      /^Read at [\d-]+ [\d:]+ UTC, up to entry \*\*\d+\*\* of the journal/,
    )
    expect(currentDetails).toMatch(
      /It waits for a vendor in trouble \(`smtp-451`\): \*\*send e-mail token\*\* by `sandbox`, next try at [\d-]+ [\d:]+ UTC\./,
    )
    for (const { key, dueAt, does } of tasks) {
      const at = new Date(dueAt).toISOString().slice(0, 19).replace('T', ' ')
      expect(currentDetails).toContain(`- **${does}** will be due at ${at} UTC (\`${key}\`)`)
    }
  })

  test('carries a summary on every activity and timer, and nothing of the person anywhere', async ({
    client,
  }) => {
    const { id } = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, {
      body: createBody(),
    })
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-accepted')
    const [message] = await client.messages(id)
    await client.queryPack('basic', id)
    await client.advance(id, 'PT10M')
    await client.validate(id, message?.code ?? '')
    await client.advance(id, 'PT10M')

    const { events = [] } = await client.handle(id).fetchHistory()
    const text = (data: Uint8Array | null | undefined) => Buffer.from(data ?? []).toString()
    const scheduled = events ?? []
    const timers = scheduled.filter(({ timerStartedEventAttributes: timer }) => timer)
    expect(timers.length).toBeGreaterThan(0)
    for (const { userMetadata } of timers)
      expect(text(userMetadata?.summary?.data)).toMatch(/^"(close when idle|expire e-mail token)"$/)
    const markers = scheduled.filter(
      ({ markerRecordedEventAttributes: marker }) => marker?.markerName === 'core_local_activity',
    )
    const summaries = markers.map(({ userMetadata }) => text(userMetadata?.summary?.data))
    expect(summaries).toContainEqual(
      expect.stringMatching(/^"[a-z, -]*(client|clock|sweep)[a-z, -]*"$/),
    )
    expect(summaries).toContainEqual(expect.stringMatching(/^"email-token:[0-9a-f-]{36}:send:1"$/))
    expect(summaries).toContainEqual(expect.stringMatching(/^"settle-clock:\d+"$/))
    expect(summaries).not.toContain('')
    const types = markers.flatMap(({ markerRecordedEventAttributes: marker }) =>
      (marker?.details?.['data']?.payloads ?? []).map(({ data }) =>
        String(Buffer.from(data ?? [])),
      ),
    )
    for (const type of ['send e-mail token', 'settle clock'])
      expect(types.join()).toContain(`"activity_type":"${type}"`)

    const whole = JSON.stringify({ events, details: await client.describe(id) })
    const texts = [whole, ...payloads(events)].join('\n')
    const own = [...Object.values(person), message?.code, message?.link]
    for (const value of own) expect(texts).not.toContain(value)
    expect(texts).toContain(id)
  })
})

/** Every payload of a history, as text. */
function* payloads(value: unknown): Generator<string> {
  if (value instanceof Uint8Array) yield Buffer.from(value).toString()
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* payloads(inner)
}
